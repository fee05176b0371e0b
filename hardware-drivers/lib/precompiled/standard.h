// What most units include of the standard library: a build of many units has the compiler read it once per set of options
// (scripts/steps/objects/precompiled.mjs). Each unit includes what it uses all the same. Node-API is none of it: its classes would
// be in every object.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>
