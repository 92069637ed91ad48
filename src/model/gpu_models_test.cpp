// Tests of gpu_models: names keep their ids, sets join to names.
// SPDX-License-Identifier: Apache-2.0
#include "model/gpu_models.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ragp {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(GpuModels, ANameKeepsItsId) {
  GpuModels models;
  EXPECT_EQ(models.intern("A100").value(), 0);
  EXPECT_EQ(models.intern("T4").value(), 1);
  EXPECT_EQ(models.intern("A100").value(), 0);
  EXPECT_EQ(models.find("T4"), 1);
  EXPECT_EQ(models.find("t4"), std::nullopt);
  EXPECT_EQ(models.name(1), "T4");
  EXPECT_THAT(models.names(), ElementsAre("A100", "T4"));
}

TEST(GpuModels, HoldsAsManyAsASetHasBitsFor) {
  GpuModels models;
  for (std::size_t i = 0; i < GpuModels::kMaxModels; ++i) {
    ASSERT_EQ(models.intern("m" + std::to_string(i)).value(), i);
  }
  const auto one_more = models.intern("last straw");
  ASSERT_FALSE(one_more);
  EXPECT_EQ(one_more.error().code, Errc::kInput);
  EXPECT_THAT(one_more.error().message, HasSubstr("more than 63 GPU models; 'last straw'"));
  EXPECT_EQ(models.intern("m62").value(), 62) << "a known name is still found";
  ModelSet all = ModelSet::none();
  for (ModelId id = 0; id < GpuModels::kMaxModels; ++id) all.add(id);
  EXPECT_FALSE(all.is_any()) << "naming every model is not the same as not caring";
}

TEST(GpuModels, JoinsTheNamesOfASet) {
  GpuModels models;
  for (const char* name : {"A100", "H100", "T4"}) ASSERT_TRUE(models.intern(name));
  ModelSet set = ModelSet::none();
  set.add(2);
  EXPECT_EQ(models.join(set), "T4");
  set.add(0);
  EXPECT_EQ(models.join(set), "A100|T4");
  EXPECT_EQ(models.join(ModelSet::any()), "");
}

TEST(ModelSet, HasWhatWasAdded) {
  ModelSet set = ModelSet::none();
  EXPECT_FALSE(set.has(0));
  set.add(0);
  set.add(62);
  EXPECT_TRUE(set.has(0));
  EXPECT_TRUE(set.has(62));
  EXPECT_FALSE(set.has(61));
  EXPECT_FALSE(set.is_any());
  EXPECT_TRUE(ModelSet::any().has(62));
  EXPECT_TRUE(ModelSet::any().is_any());
}

}  // namespace
}  // namespace ragp
