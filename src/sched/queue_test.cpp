// Tests of queue: first come first served with bounded overtaking, and nobody starves.
// SPDX-License-Identifier: Apache-2.0
#include "sched/queue.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/build.h"
#include "support/draw.h"
#include "support/toy_policies.h"

namespace ragp {
namespace {

using namespace ragp::testing;  // NOLINT(google-build-using-namespace)
using namespace std::chrono_literals;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr Time kStart{};
constexpr Duration kNever = std::chrono::hours(24 * 365);

// A cluster, a scheduler, a queue and the jobs that run: the smallest simulator.
class Bench {
 public:
  Bench(Cluster c, const QueueOptions& options, Scheduler s)
      : cluster(std::move(c)), scheduler(std::move(s)), queue(options) {}
  Bench(Cluster c, const QueueOptions& options)
      : Bench(std::move(c), options, scripted(no_preference)) {}

  void submit(const Job& j, Duration length = kNever) { submit_at(now, j, length); }
  void submit_at(Time at, const Job& j, Duration length = kNever) {
    submitted.emplace(j.id, at);
    length_[j.id] = length;
    waiting.emplace(at, j.id);
    queue.push(j, at);
  }
  // Ends what is due and places what can be placed. Returns the jobs that started, in order.
  std::vector<JobId> pass(Time at) {
    now = at;
    std::vector<JobId> due;
    for (const auto& [id, run] : running) {
      if (run.end <= now) due.push_back(id);
    }
    for (const JobId id : due) stop(id);
    std::vector<JobId> started_now;
    queue.pass(now, scheduler, cluster, [&](const Job& j, const std::vector<Placement>& p) {
      if (on_start) on_start(j);
      waiting.erase({submitted.at(j.id), j.id});
      running[j.id] = {.end = now + length_.at(j.id), .job = j, .placements = p};
      started[j.id] = now;
      started_now.push_back(j.id);
    });
    return started_now;
  }
  std::vector<JobId> pass() { return pass(now); }
  // The job is no longer there: it ended, or was evicted.
  Job stop(JobId id) {
    const Run run = running.at(id);
    for (const Placement& p : run.placements) cluster.release(run.job.shape, p);
    running.erase(id);
    return run.job;
  }
  void evict(JobId id) { submit_at(submitted.at(id), stop(id), length_.at(id)); }

  struct Run {
    Time end;
    Job job;
    std::vector<Placement> placements;
  };
  Cluster cluster;
  Scheduler scheduler;
  Queue queue;
  Time now = kStart;
  std::map<JobId, Time> submitted;
  std::map<JobId, Time> started;
  std::map<JobId, Run> running;
  std::set<std::pair<Time, JobId>> waiting;
  std::function<void(const Job&)> on_start;

 private:
  std::map<JobId, Duration> length_;
};

std::vector<NodeSpec> nodes(std::size_t n, std::int32_t gpus) {
  return std::vector<NodeSpec>(n, node(gpus));
}
std::vector<JobId> ids(std::initializer_list<std::uint32_t> values) {
  std::vector<JobId> out;
  for (const std::uint32_t v : values) out.push_back(JobId{v});
  return out;
}
const QueueOptions kNoHolds{.hold_after = kNever, .overtake = kNever};

TEST(Queue, ServesInOrderOfSubmission) {
  Bench b(cluster_of(nodes(1, 2)), kNoHolds);
  b.submit_at(kStart + 3min, job(0, gpu_shape(1)), 10min);
  b.submit_at(kStart + 1min, job(1, gpu_shape(1)), 10min);
  b.submit_at(kStart + 2min, job(2, gpu_shape(1)), 20min);
  b.submit_at(kStart + 2min, job(3, gpu_shape(2)), 10min);
  EXPECT_EQ(b.queue.size(), 4U);
  EXPECT_EQ(b.pass(kStart + 4min), ids({1, 2}));
  EXPECT_EQ(b.queue.size(), 2U);
  EXPECT_EQ(b.pass(kStart + 14min), ids({0})) << "overtakes the one that does not fit";
  EXPECT_EQ(b.pass(kStart + 24min), ids({3}));
  EXPECT_EQ(b.queue.size(), 0U);
  EXPECT_EQ(b.pass(kStart + 25min), ids({}));
}

TEST(Queue, OfTheSameTimeTheLowerIdIsFirst) {
  Bench b(cluster_of(nodes(1, 1)), kNoHolds);
  b.submit(job(7, gpu_shape(1)), 1min);
  b.submit(job(3, gpu_shape(1)), 1min);
  EXPECT_EQ(b.pass(), ids({3}));
  EXPECT_EQ(b.pass(kStart + 1min), ids({7}));
}

TEST(Queue, CountsTheJobsThatWaitForGpus) {
  Bench b(cluster_of(nodes(1, 1)), kNoHolds);
  b.submit(job(0, gpu_shape(1)));
  b.submit(job(1, gpu_shape(1)));
  b.submit(job(2, shape_of(Dim::kCpu, 1)));
  EXPECT_EQ(b.queue.gpu_jobs(), 2U);
  EXPECT_EQ(b.pass(), ids({0, 2}));
  EXPECT_EQ(b.queue.size(), 1U);
  EXPECT_EQ(b.queue.gpu_jobs(), 1U);
  b.evict(JobId{0});
  EXPECT_EQ(b.queue.gpu_jobs(), 2U);
}

TEST(Queue, TellsOfAJobOnceItIsAllocated) {
  Bench b(cluster_of(nodes(1, 2)), kNoHolds);
  b.submit(job(0, gpu_shape(1), 2));
  b.on_start = [&](const Job& j) {
    EXPECT_EQ(j.tasks, 2);
    EXPECT_EQ(b.cluster.allocated(NodeId{0})[Dim::kSm], 2 * kWholeGpu);
    EXPECT_EQ(b.queue.size(), 0U);
  };
  EXPECT_EQ(b.pass(), ids({0}));
}

// ---- (a) nobody starves

// Keeps 4 nodes of 8 GPUs busy with jobs of one GPU and 30 to 89 minutes, and more of them waiting;
// after two hours a big job comes. Returns how long it waits, up to two days.
Duration wait_in_a_steady_stream(const QueueOptions& options, const Job& big) {
  Bench b(cluster_of(nodes(4, 8)), options);
  std::uint32_t next = 1000;
  for (Time t = kStart; t < kStart + 48h; t += 1min) {
    b.now = t;
    if (t == kStart + 2h) b.submit(big);
    while (b.queue.size() < 8) {
      b.submit(job(next, gpu_shape(1)), 30min + 1min * (next * 37 % 60));
      ++next;
    }
    b.pass(t);
    if (b.started.contains(big.id)) return b.started[big.id] - b.submitted[big.id];
  }
  return 48h;
}

TEST(Queue, ASteadyStreamOfSmallJobsWouldStarveABigOne) {
  EXPECT_EQ(wait_in_a_steady_stream(kNoHolds, job(0, gpu_shape(8))), 48h);
}

TEST(Queue, AHeldNodeLetsTheBigJobStartOnceItsWorkHasEnded) {
  const QueueOptions options{.hold_after = 30min, .overtake = kNever};
  EXPECT_LE(wait_in_a_steady_stream(options, job(0, gpu_shape(8))), 30min + 90min);
}

TEST(Queue, NodesAreHeldForAGangToo) {
  const QueueOptions options{.hold_after = 30min, .overtake = kNever};
  EXPECT_LE(wait_in_a_steady_stream(options, job(0, gpu_shape(8), 3)), 30min + 90min);
}

TEST(Queue, NodesAreHeldForAGangOfMoreTasksThanNodes) {
  const QueueOptions options{.hold_after = 30min, .overtake = kNever};
  EXPECT_LE(wait_in_a_steady_stream(options, job(0, gpu_shape(2), 12)), 30min + 90min);
}

TEST(Queue, TheOvertakingBoundAloneLetsTheBigJobStart) {
  const QueueOptions options{.hold_after = kNever, .overtake = 3h};
  const Duration wait = wait_in_a_steady_stream(options, job(0, gpu_shape(8)));
  EXPECT_GT(wait, 3h);
  EXPECT_LE(wait, 3h + 2 * 90min);  // those that came in time start, and then the last ends
}

// ---- (b) bounded overtaking

TEST(Queue, NobodyStartsWhoCameTooLongAfterOneThatWaits) {
  Bench b(cluster_of({node(1), node(1), node(2)}), {.hold_after = kNever, .overtake = 60min});
  b.submit_at(kStart, job(0, gpu_shape(2)));
  EXPECT_EQ(b.pass(), ids({0}));
  b.submit_at(kStart + 1min, job(1, gpu_shape(2)), 1min);
  b.submit_at(kStart + 61min, job(2, gpu_shape(1)));
  EXPECT_EQ(b.pass(kStart + 61min), ids({2})) << "60 min after is within the bound";
  b.submit_at(kStart + 61min + 1us, job(3, gpu_shape(1)));
  EXPECT_EQ(b.pass(kStart + 62min), ids({})) << "a GPU is free, but one waits for longer";
  b.stop(JobId{0});
  EXPECT_EQ(b.pass(kStart + 63min), ids({1, 3}));
}

TEST(Queue, NobodyWaitsForAJobThatWaitsForARepair) {
  Bench b(cluster_of(nodes(1, 2)), {.hold_after = 30min, .overtake = 60min});
  b.cluster.set_effective(NodeId{0}, Dim::kStorage, 3000);  // a rebuild
  Shape hungry = gpu_shape(1);
  hungry.demand[Dim::kStorage] = 8000;
  b.submit(job(0, hungry), 10min);
  EXPECT_EQ(b.pass(kStart + 30min), ids({}));
  b.submit_at(kStart + 2h, job(1, gpu_shape(2)), 30min);
  EXPECT_EQ(b.pass(kStart + 2h), ids({1})) << "no job that ends would let the hungry one start";
  b.cluster.set_effective(NodeId{0}, Dim::kStorage, 10'000);
  b.submit_at(kStart + 2h + 10min, job(2, gpu_shape(1)), 10min);
  EXPECT_EQ(b.pass(kStart + 2h + 30min), ids({0, 2})) << "repaired: the order is kept";
  b.submit_at(kStart + 2h + 31min, job(3, hungry), 10min);
  b.submit_at(kStart + 2h + 31min, job(4, hungry), 10min);
  EXPECT_EQ(b.pass(kStart + 2h + 40min), ids({3}));
  b.submit_at(kStart + 4h, job(5, gpu_shape(1)), 10min);
  EXPECT_EQ(b.pass(kStart + 4h), ids({4, 5}));
}

TEST(Queue, ARepairRestoresTheBound) {
  Bench b(cluster_of(nodes(1, 2)), {.hold_after = 30min, .overtake = 60min});
  b.cluster.set_effective(NodeId{0}, Dim::kStorage, 3000);
  Shape hungry = gpu_shape(2);
  hungry.demand[Dim::kStorage] = 8000;
  b.submit(job(0, hungry), 10min);
  b.submit(job(1, gpu_shape(1)), 90min);
  EXPECT_EQ(b.pass(kStart + 40min), ids({1}));
  b.submit_at(kStart + 65min, job(2, gpu_shape(1)), 60min);
  EXPECT_EQ(b.pass(kStart + 65min), ids({2}));
  b.cluster.set_effective(NodeId{0}, Dim::kStorage, 10'000);
  b.submit_at(kStart + 125min, job(3, gpu_shape(1)));
  EXPECT_EQ(b.pass(kStart + 130min), ids({0})) << "whatever came too late waits again";
  EXPECT_EQ(b.pass(kStart + 140min), ids({3}));
}

// ---- (c) no useless attempts

TEST(Queue, ALineThatDoesNotFitIsNotRetriedUntilAChangeCouldHelp) {
  // The ledger knows storage, the scheduler's form does not: a decision is taken, and refused.
  const std::int32_t storage = kAmple[Dim::kStorage];
  Cluster cluster = cluster_of({node(1), node(0)});
  const Shape occupied = shape_of(Dim::kStorage, storage);
  ASSERT_TRUE(cluster.allocate(occupied, on(0)));
  Asked asked;
  Bench b(std::move(cluster), kNoHolds, counting(asked, kFiveDims));
  Shape reader = gpu_shape(1);
  reader.demand[Dim::kStorage] = 1;
  for (std::uint32_t i = 0; i < 5; ++i) b.submit(job(i, reader));
  EXPECT_EQ(b.pass(), ids({}));
  EXPECT_EQ(asked.decisions, 1) << "one of the line speaks for all";
  EXPECT_EQ(b.pass(kStart + 1min), ids({}));
  b.submit(job(9, reader));
  EXPECT_EQ(b.pass(kStart + 2min), ids({}));
  EXPECT_EQ(asked.decisions, 1) << "nothing changed";
  b.cluster.set_measured(NodeId{1}, Dim::kNet, 1);
  EXPECT_EQ(b.pass(kStart + 3min), ids({}));
  EXPECT_EQ(asked.decisions, 1) << "the node that changed has no GPU";
  b.cluster.release(occupied, on(0));
  EXPECT_EQ(b.pass(kStart + 4min), ids({0}));
  EXPECT_EQ(asked.decisions, 2);
}

TEST(Queue, ALineIsRetriedWhereItsReaderFellBehindTheLog) {
  Bench b(cluster_of({node(1)}), kNoHolds);
  b.submit(job(0, gpu_shape(1)));
  b.submit(job(1, gpu_shape(1)));
  EXPECT_EQ(b.pass(), ids({0}));
  b.stop(JobId{0});
  for (std::int32_t i = 1; i <= 9000; ++i) b.cluster.set_measured(NodeId{0}, Dim::kNet, i);
  EXPECT_EQ(b.pass(), ids({1}));
}

// ---- (d) held nodes

TEST(Queue, HeldNodesTakeNoOtherWorkAndAreGivenBack) {
  Bench b(cluster_of(nodes(2, 2)), {.hold_after = 30min, .overtake = kNever});
  b.submit(job(0, gpu_shape(2)), 50min);  // on node 0
  b.submit(job(1, gpu_shape(1)), 70min);  // on node 1
  EXPECT_EQ(b.pass(), ids({0, 1}));
  b.submit(job(2, gpu_shape(2)), 10min);
  EXPECT_EQ(b.pass(kStart + 29min), ids({}));
  EXPECT_EQ(b.pass(kStart + 30min), ids({})) << "node 1 is held: it lacks less";
  b.submit(job(3, gpu_shape(1)), 5min);
  EXPECT_EQ(b.pass(kStart + 31min), ids({})) << "one GPU of it is free, but held";
  EXPECT_EQ(b.pass(kStart + 50min), ids({2, 3})) << "node 0 is free first: it takes the big job";
  EXPECT_EQ(b.running[JobId{2}].placements, std::vector{on(0, 0b11)});
  EXPECT_EQ(b.running[JobId{3}].placements, std::vector{on(1, 0b10)}) << "and node 1 is open again";
}

TEST(Queue, GivingNodesBackIsAChangeThatCouldHelp) {
  // Job 3 fits node 1 only, on which nothing changes but that it is no longer held.
  Bench b(cluster_of({node(2, 0), node(2, 1)}), {.hold_after = 30min, .overtake = kNever});
  b.submit(job(0, gpu_shape(2)), 50min);  // on node 0
  b.submit(job(1, gpu_shape(1)));         // on node 1
  EXPECT_EQ(b.pass(), ids({0, 1}));
  b.submit(job(2, gpu_shape(2)));
  EXPECT_EQ(b.pass(kStart + 30min), ids({})) << "node 1 is held";
  Job only_there = job(3, gpu_shape(1));
  only_there.shape.models = models({1});
  b.submit(only_there);
  EXPECT_EQ(b.pass(kStart + 31min), ids({}));
  EXPECT_EQ(b.pass(kStart + 50min), ids({2, 3}));
}

TEST(Queue, HoldsAtMostItsShareOfTheNodesButAlwaysOneJobsWorth) {
  const auto open_nodes = [](double share) {
    Bench b(cluster_of(nodes(10, 2)),
            {.hold_after = 30min, .overtake = kNever, .hold_share = share});
    for (std::uint32_t i = 0; i < 10; ++i) b.submit(job(i, gpu_shape(1)));
    b.scheduler =
        scripted([](const Job&, const Option& o) { return o.state().residual[Dim::kSm]; });
    b.pass();  // one GPU of each node
    Shape other = gpu_shape(2);
    for (std::uint32_t i = 10; i < 13; ++i) {  // three lines, of two nodes each
      other.demand[Dim::kCpu] += 1;
      b.submit(job(i, other, 2));
    }
    b.pass(kStart + 30min);
    for (std::uint32_t i = 20; i < 40; ++i) b.submit(job(i, gpu_shape(1)));
    return b.pass(kStart + 31min).size();
  };
  EXPECT_EQ(open_nodes(0.0), 8U);
  EXPECT_EQ(open_nodes(0.39), 8U);
  EXPECT_EQ(open_nodes(0.4), 6U);
  EXPECT_EQ(open_nodes(1.0), 4U);
}

TEST(Queue, HoldsAnotherNodeWhereTheHeldOneWillNoLongerDo) {
  Bench b(cluster_of(nodes(2, 2)), {.hold_after = 30min, .overtake = kNever});
  b.submit(job(0, gpu_shape(1)));
  b.submit(job(1, gpu_shape(2)));
  EXPECT_EQ(b.pass(), ids({0, 1}));
  Shape big = gpu_shape(2);
  big.demand[Dim::kStorage] = 8000;
  b.submit(job(2, big));
  EXPECT_EQ(b.pass(kStart + 30min), ids({})) << "node 0 is held";
  b.submit(job(3, gpu_shape(1)));
  EXPECT_EQ(b.pass(kStart + 31min), ids({}));
  b.cluster.set_effective(NodeId{0}, Dim::kStorage, 3000);  // a rebuild
  EXPECT_EQ(b.pass(kStart + 32min), ids({3})) << "node 0 is of no use and given back";
  b.submit(job(4, gpu_shape(1)));
  b.stop(JobId{1});
  EXPECT_EQ(b.pass(kStart + 33min), ids({2})) << "node 1 was held instead";
}

TEST(Queue, DoesNotHoldANodeWhoseDevicesHaveFailed) {
  Bench b(cluster_of(nodes(2, 1)), {.hold_after = 30min, .overtake = kNever});
  b.cluster.set_effective(NodeId{0}, Dim::kHbm, 10 * kGiB);
  b.submit(job(0, gpu_shape(1, 500, 40 * kGiB)), 60min);
  EXPECT_EQ(b.pass(), ids({0}));
  EXPECT_EQ(b.running[JobId{0}].placements, std::vector{on(1, 1)});
  b.submit(job(1, gpu_shape(1, 1000, 40 * kGiB)));
  EXPECT_EQ(b.pass(kStart + 30min), ids({}));
  b.submit(job(2, gpu_shape(1, 500)), 10h);
  b.submit(job(3, gpu_shape(1, 500)), 10h);
  b.submit(job(4, gpu_shape(1, 500)), 10h);
  EXPECT_EQ(b.pass(kStart + 31min), ids({2, 3})) << "both on node 0; node 1 is held";
  EXPECT_EQ(b.pass(kStart + 60min), ids({1}));
}

// ---- (e) gangs

TEST(Queue, AGangStartsWholeOrNotAtAll) {
  Bench b(cluster_of(nodes(3, 1)), kNoHolds);
  b.submit(job(0, gpu_shape(1)), 10min);
  EXPECT_EQ(b.pass(), ids({0}));
  b.submit(job(1, gpu_shape(1), 3));
  EXPECT_EQ(b.pass(kStart + 1min), ids({}));
  EXPECT_EQ(b.cluster.allocated(NodeId{1}), Totals{});
  EXPECT_EQ(b.cluster.allocated(NodeId{2}), Totals{});
  EXPECT_EQ(b.pass(kStart + 10min), ids({1}));
  EXPECT_EQ(b.running[JobId{1}].placements.size(), 3U);
}

TEST(Queue, GangsOfDifferentSizeDoNotBlockEachOther) {
  Bench b(cluster_of(nodes(2, 1)), kNoHolds);
  b.submit(job(0, gpu_shape(1)));
  EXPECT_EQ(b.pass(), ids({0}));
  b.submit(job(1, gpu_shape(1), 2));
  b.submit(job(2, gpu_shape(1), 1));
  EXPECT_EQ(b.pass(kStart + 1min), ids({2}));
}

// ---- (f) evicted jobs

TEST(Queue, AnEvictedJobComesFirstAgain) {
  Bench b(cluster_of(nodes(1, 1)), kNoHolds);
  b.submit_at(kStart, job(5, gpu_shape(1)));
  EXPECT_EQ(b.pass(), ids({5}));
  b.submit_at(kStart + 1min, job(1, gpu_shape(1)));
  b.submit_at(kStart + 1min, job(2, gpu_shape(1, 900)));
  EXPECT_EQ(b.pass(kStart + 1min), ids({}));
  b.evict(JobId{5});
  EXPECT_EQ(b.pass(kStart + 2min), ids({5}));
}

TEST(Queue, AnEvictedJobUsesWhatIsHeldForItsLine) {
  Bench b(cluster_of(nodes(1, 2)), {.hold_after = 30min, .overtake = kNever});
  b.submit_at(kStart, job(0, gpu_shape(2)));
  EXPECT_EQ(b.pass(), ids({0}));
  b.submit_at(kStart + 1min, job(1, gpu_shape(2)));
  EXPECT_EQ(b.pass(kStart + 31min), ids({})) << "the only node is held for job 1";
  b.evict(JobId{0});
  EXPECT_EQ(b.pass(kStart + 32min), ids({0}));
  b.stop(JobId{0});
  EXPECT_EQ(b.pass(kStart + 33min), ids({1}));
}

TEST(Queue, NothingIsHeldForAJobThatMayNotStart) {
  // Job 1 may not start, because job 0 waits for longer; job 0 must not wait for job 1's node.
  Bench b(cluster_of(nodes(1, 2)), {.hold_after = 30min, .overtake = 6h});
  b.submit_at(kStart, job(0, gpu_shape(1)));
  EXPECT_EQ(b.pass(), ids({0}));
  b.submit_at(kStart + 7h, job(1, gpu_shape(2)));
  EXPECT_EQ(b.pass(kStart + 8h), ids({})) << "the only node is held for job 1";
  b.evict(JobId{0});
  EXPECT_EQ(b.pass(kStart + 9h), ids({0}));
  b.stop(JobId{0});
  EXPECT_EQ(b.pass(kStart + 10h), ids({1}));
}

TEST(Queue, AnEarlierJobCountsFirstForTheShareThatIsHeld) {
  // One node may be held. Job 1 has it; job 2 has been waiting for longer and gets one instead.
  Bench b(cluster_of(nodes(2, 4)), {.hold_after = 30min, .overtake = kNever, .hold_share = 0.5});
  for (std::uint32_t i = 10; i < 14; ++i) b.submit_at(kStart, job(i, gpu_shape(2)));
  EXPECT_EQ(b.pass(), ids({10, 11, 12, 13}));
  b.submit_at(kStart + 1h, job(1, gpu_shape(4)));
  EXPECT_EQ(b.pass(kStart + 2h), ids({})) << "node 0 is held for job 1";
  b.submit_at(kStart + 1min, job(2, gpu_shape(3)));
  EXPECT_EQ(b.pass(kStart + 2h), ids({})) << "node 1 is held for job 2, node 0 is given back";
  b.submit(job(3, gpu_shape(1)));
  b.submit(job(4, gpu_shape(1)));
  b.stop(JobId{12});
  EXPECT_EQ(b.pass(kStart + 3h), ids({})) << "on node 1";
  b.stop(JobId{10});
  EXPECT_EQ(b.pass(kStart + 3h), ids({3, 4})) << "on node 0";
  b.stop(JobId{13});
  EXPECT_EQ(b.pass(kStart + 4h), ids({2}));
}

// ---- anything at all

// Random jobs, ends and evictions. In every pass nobody is overtaken by more than the bound; and
// when no more jobs come, all start, each within the time that all the others could take one by
// one.
RC_GTEST_PROP(Queue, EveryJobThatEverFitsStarts, ()) {
  const Duration overtake = draw_bool() ? Duration(1h) : Duration(30h);
  Bench b(draw_cluster(kSevenDims, 4),
          {.hold_after = draw_bool() ? Duration(10min) : Duration(5h),
           .overtake = overtake,
           .hold_share = 0.1 * draw(0, 10)},
          Scheduler(std::make_unique<FlipFlop>(), kSevenDims));
  b.on_start = [&](const Job& j) {
    RC_ASSERT(b.submitted.at(j.id) <= b.waiting.begin()->first + overtake);
  };
  std::vector<Shape> shapes;
  for (int i = 0; i < 5; ++i) shapes.push_back(draw_simple_shape());
  std::size_t jobs = 0;
  Time t = kStart;
  for (std::uint32_t i = 0; i < 40; ++i) {
    t += 1min * draw(0, 40);
    b.now = t;
    const Job j = job(i, shapes[draw_index(shapes.size())], draw(0, 2) == 0 ? draw(2, 4) : 1);
    if (b.scheduler.ever_fits(j, b.cluster)) {
      b.submit(j, 1min * draw(1, 100));
      ++jobs;
    }
    if (!b.running.empty() && draw(0, 3) == 0) {
      b.evict(
          std::next(b.running.begin(), static_cast<std::ptrdiff_t>(draw_index(b.running.size())))
              ->first);
    }
    b.pass(t);
    RC_ASSERT(b.queue.size() == b.waiting.size());
  }
  RC_CLASSIFY(!b.waiting.empty());
  for (const Time end = t + 100min * 41; t < end && !b.waiting.empty(); t += 5min) b.pass(t);
  RC_ASSERT(b.waiting.empty());
  RC_ASSERT(b.started.size() == jobs);
  RC_ASSERT(b.queue.size() == 0U);
  RC_ASSERT(b.queue.gpu_jobs() == 0U);
}

}  // namespace
}  // namespace ragp
