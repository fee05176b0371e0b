// Plays the mixer's part for a rack: slot-mixer FOLDER PLACE RACK RATE BLOCK LEGS INPUT OUTPUT [KEY]
//
// Makes the files of rowdesk/insert_slot.h in FOLDER and links to them, and prints `ready`. After a line on stdin and when the rack
// serves the slot, or a second later, it sends INPUT (float32, the legs one after the other) block by block, waits for the return of each, and writes the
// return to OUTPUT, frame for frame beside INPUT. A line `pace N` on stdin before the start lets N times real time pass at most, a
// file of a minute then takes 60/N s. Blocks that are not done within 2 s are NaN, as are all while no rack serves the slot.
// Prints `served FRAME` or `dry FRAME` when that changes, `end FRAMES` at the end.
#include <linux/futex.h>
#include <rowdesk/insert_slot.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <fcntl.h>
#include <limits.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

namespace {

void* make_file(const std::string& file, const std::string& link, size_t bytes) {
  unlink(file.c_str());
  const int out = open(file.c_str(), O_RDWR | O_CREAT | O_EXCL, 0600);
  if (out < 0 || ftruncate(out, static_cast<off_t>(bytes)) != 0) exit(3);
  void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, out, 0);
  close(out);
  unlink((link + ".new").c_str());
  if (memory == MAP_FAILED || symlink(file.c_str(), (link + ".new").c_str()) != 0) exit(3);
  return memory;
}

void publish(const std::string& link) {
  if (rename((link + ".new").c_str(), link.c_str()) != 0) exit(3);
}

std::vector<float> floats_of(const char* file) {
  std::ifstream in(file, std::ios::binary);
  std::vector<char> bytes((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  std::vector<float> samples(bytes.size() / sizeof(float));
  std::memcpy(samples.data(), bytes.data(), samples.size() * sizeof(float));
  return samples;
}

double now_s() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

void sleep_s(double seconds) {
  const timespec time{static_cast<time_t>(seconds), static_cast<long>(std::fmod(seconds, 1.0) * 1e9)};
  if (seconds > 0) nanosleep(&time, nullptr);
}

struct Mixer {
  rd_insert_wake* wake;
  rd_insert_slot* slot;
  rd_insert_return* returned;
  uint32_t rack, block, legs, capacity;
  float* ring(void* file, uint32_t index) const {
    return reinterpret_cast<float*>(static_cast<char*>(file) + slot->samples_offset) + size_t{index} * capacity;
  }
  void send(const std::vector<float>& input, const std::vector<float>& key, uint64_t at, uint32_t frames, uint64_t total) const {
    for (uint32_t leg = 0; leg < legs; ++leg) {
      for (uint32_t i = 0; i < frames; ++i) ring(slot, leg)[(at + i) % capacity] = input[leg * total + at + i];
    }
    for (uint32_t i = 0; i < frames && !key.empty(); ++i) ring(slot, legs)[(at + i) % capacity] = key[at + i];
    __atomic_store_n(&slot->written, at + frames, __ATOMIC_RELEASE);
    rd_insert_rack& words = wake->rack[rack - 1];
    __atomic_add_fetch(&words.sequence, 1, __ATOMIC_SEQ_CST);
    syscall(SYS_futex, &words.sequence, FUTEX_WAKE, 1, nullptr, nullptr, 0);
  }
  bool is_served() const { return __atomic_load_n(&returned->rack, __ATOMIC_ACQUIRE) == rack; }
  bool has(uint64_t from, uint64_t to) const {
    return is_served() && __atomic_load_n(&returned->done, __ATOMIC_ACQUIRE) >= to && __atomic_load_n(&returned->from, __ATOMIC_ACQUIRE) <= from;
  }
};

}  // namespace

int main(int count, char** words) {
  if (count < 9) return 2;
  const std::string folder = words[1], place = words[2];
  const auto number = [&](int i) { return static_cast<uint32_t>(std::strtoul(words[i], nullptr, 10)); };
  const std::vector<float> input = floats_of(words[7]);
  const std::vector<float> key = count > 9 ? floats_of(words[9]) : std::vector<float>();
  Mixer mixer{};
  mixer.rack = number(3);
  mixer.block = number(5);
  mixer.legs = number(6);
  mixer.capacity = 4;
  while (mixer.capacity < 8 * mixer.block) mixer.capacity *= 2;

  mkdir(folder.c_str(), 0700);
  mixer.wake = static_cast<rd_insert_wake*>(make_file(folder + "/wake.file", folder + "/" RD_INSERT_WAKE_LINK, sizeof(rd_insert_wake)));
  mixer.wake->version = RD_INSERT_VERSION;
  __atomic_store_n(&mixer.wake->magic, RD_INSERT_MAGIC, __ATOMIC_RELEASE);
  publish(folder + "/" RD_INSERT_WAKE_LINK);
  const auto bytes_of = [&](uint32_t rings) { return 4096 + size_t{rings} * mixer.capacity * sizeof(float); };
  const std::string own = folder + "/" + place, back = own + RD_INSERT_RETURN_SUFFIX;
  mixer.returned = static_cast<rd_insert_return*>(make_file(back + ".file", back, bytes_of(mixer.legs)));
  mixer.returned->version = RD_INSERT_VERSION;
  mixer.returned->bytes = bytes_of(mixer.legs);
  mixer.returned->magic = RD_INSERT_RETURN_MAGIC;
  publish(back);
  const size_t bytes = bytes_of(mixer.legs + 1);
  rd_insert_slot* const slot = mixer.slot = static_cast<rd_insert_slot*>(make_file(own + ".file", own, bytes));
  slot->version = RD_INSERT_VERSION;
  slot->bytes = bytes;
  slot->rate = number(4);
  slot->block_frames = mixer.block;
  slot->capacity_frames = mixer.capacity;
  slot->legs = mixer.legs;
  slot->samples_offset = 4096;
  slot->has_key = key.empty() ? 0 : 1;
  snprintf(slot->place, sizeof slot->place, "%s", place.c_str());
  __atomic_store_n(&slot->magic, RD_INSERT_MAGIC, __ATOMIC_RELEASE);
  publish(own);
  printf("ready\n");
  fflush(stdout);

  double pace = 0;
  for (char line[64]; fgets(line, sizeof line, stdin) != nullptr && line[0] != 's';) sscanf(line, "pace %lf", &pace);
  // A plugin that prepares itself by a worker goes on once it has sound.
  for (int i = 0; i < 1000 && !mixer.is_served(); ++i) sleep_s(0.001);

  const uint64_t total = input.size() / mixer.legs;
  std::vector<float> output(input.size(), NAN);
  bool was_served = false;
  const double begin = now_s();
  for (uint64_t at = 0; at < total;) {
    const auto frames = static_cast<uint32_t>(std::min<uint64_t>(mixer.block, total - at));
    mixer.send(input, key, at, frames, total);
    const double until = now_s() + 2;
    while (mixer.is_served() && !mixer.has(at, at + frames) && now_s() < until) sched_yield();
    const bool is_served = mixer.has(at, at + frames);
    if (is_served != was_served) {
      printf("%s %llu\n", is_served ? "served" : "dry", static_cast<unsigned long long>(at));
      fflush(stdout);
      was_served = is_served;
    }
    for (uint32_t leg = 0; leg < mixer.legs && is_served; ++leg) {
      for (uint32_t i = 0; i < frames; ++i) output[leg * total + at + i] = mixer.ring(mixer.returned, leg)[(at + i) % mixer.capacity];
    }
    at += frames;
    if (pace > 0) sleep_s(begin + static_cast<double>(at) / slot->rate / pace - now_s());
  }
  std::ofstream(words[8], std::ios::binary).write(reinterpret_cast<const char*>(output.data()), static_cast<std::streamsize>(output.size() * sizeof(float)));
  __atomic_store_n(&slot->has_ended, 1u, __ATOMIC_RELEASE);
  printf("end %llu\n", static_cast<unsigned long long>(total));
  return 0;
}
