// small_scenario: a scenario built in code that has a bit of everything: GPUs shared and whole, a
// gang, CPU work, loads, checkpoints, memory that breathes, background work.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <string>
#include <utility>

#include "model/scenario.h"

namespace ragp::testing {

inline Resources amounts(std::initializer_list<std::pair<Dim, std::int32_t>> list) {
  Resources r;
  for (const auto& [dim, amount] : list) r[dim] = amount;
  return r;
}

inline NodeType gpu_node_type() {
  return {.name = "big",
          .gpu_model = "G80",
          .gpus = 8,
          .capacity = amounts({{Dim::kCpu, 96'000},
                               {Dim::kRam, 1'000'000},
                               {Dim::kSm, kWholeGpu},
                               {Dim::kHbm, 80'000},
                               {Dim::kNet, 25'000},
                               {Dim::kStorage, 10'000},
                               {Dim::kIoCpu, 12'000}})};
}

// Half a GPU; its memory breathes.
inline JobType serving_type() {
  return {.name = "serve",
          .gpus = 1,
          .demand = amounts({{Dim::kCpu, 4'000},
                             {Dim::kRam, 30'000},
                             {Dim::kSm, 500},
                             {Dim::kHbm, 25'000},
                             {Dim::kNet, 300},
                             {Dim::kStorage, 600},
                             {Dim::kIoCpu, 200}}),
          .hbm_growth = 20'000,
          .median_h = 0.7,
          .log_sigma = 0.5,
          .load = {.mb = 16'000.0, .mbps = 2'000},
          .breathing = {.period_s = 300.0, .peak = {.low = 0.4, .high = 1.2}}};
}

// A gang of two tasks of two GPUs, with checkpoints.
inline JobType training_type() {
  return {.name = "train",
          .gpus = 2,
          .tasks = 2,
          .demand = amounts({{Dim::kCpu, 12'000},
                             {Dim::kRam, 60'000},
                             {Dim::kSm, kWholeGpu},
                             {Dim::kHbm, 60'000},
                             {Dim::kNet, 1'000},
                             {Dim::kStorage, 2'500},
                             {Dim::kIoCpu, 700}}),
          .median_h = 1.5,
          .log_sigma = 0.4,
          .burst = {.every_s = 900.0, .length_s = 30.0, .needs = {0, 6'000, 1'500}},
          .checkpoints = true};
}

inline JobType cpu_type() {
  return {.name = "etl",
          .demand = amounts({{Dim::kCpu, 8'000}, {Dim::kRam, 20'000}, {Dim::kStorage, 1'000}}),
          .median_h = 0.5,
          .log_sigma = 0.8};
}

inline BackgroundType rebuild_type() {
  return {.name = "rebuild",
          .share = 0.2,
          .hours = {.low = 1.0, .high = 5.0},
          .storage = {.low = 0.3, .high = 0.6},
          .io_cpu = 2'000};
}

inline Scenario small_scenario() {
  Scenario s;
  s.name = "small";
  s.hours = 8.0;
  s.warmup_h = 1.0;
  s.nodes = 6;
  s.load = 0.9;
  s.breathing = true;
  s.arrivals = {.pattern = ArrivalSpec::Pattern::kBursty, .batch_mean = 2.0};
  s.cluster = {{.type = "big", .weight = 1.0}};
  s.mix = {{.type = "serve", .weight = 6.0},
           {.type = "train", .weight = 1.0},
           {.type = "etl", .weight = 2.0}};
  s.background = {rebuild_type()};
  s.node_types = {gpu_node_type()};
  s.job_types = {serving_type(), training_type(), cpu_type()};
  return s;
}

}  // namespace ragp::testing
