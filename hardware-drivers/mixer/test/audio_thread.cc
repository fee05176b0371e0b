// What the audio thread may not do: allocate, lock, call the system. Plain builds only: sanitizers do all three.
#include "hosted_desk.h"
#include "rig.h"
#include "scratch_folder.h"
#include "soundcheck.h"

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

#include <dlfcn.h>
#include <linux/filter.h>
#include <linux/futex.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstddef>
#include <limits>

namespace {
thread_local bool is_audio_thread = false;
thread_local int forbidden_calls = 0;
void note() {
  if (is_audio_thread) ++forbidden_calls;
}
}  // namespace

// glibc's own, under their internal names.
extern "C" {
void* __libc_malloc(size_t);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
void __libc_free(void*);
void* malloc(size_t size) {
  note();
  return __libc_malloc(size);
}
void* calloc(size_t count, size_t size) {
  note();
  return __libc_calloc(count, size);
}
void* realloc(void* memory, size_t size) {
  note();
  return __libc_realloc(memory, size);
}
void free(void* memory) {
  note();
  __libc_free(memory);
}
int pthread_mutex_lock(pthread_mutex_t* mutex) {
  note();
  static const auto real = reinterpret_cast<int (*)(pthread_mutex_t*)>(dlsym(RTLD_NEXT, "pthread_mutex_lock"));
  return real(mutex);
}
}

namespace rowdesk {
namespace {

// A rig that has everything under way: blocks, panic, crossfades, faults, orders, a clock that comes back.
void prepare_trouble(Rig& rig, int round) {
  for (int strip = 1; strip <= 4; ++strip) {
    const std::string path = "/channel/input/" + std::to_string(strip);
    rig.patch(path, (round + strip) % 8);
    rig.set(path, "levelDb", -(round % 20));
    rig.set(path, "pan", round % 100);
    rig.set(path, "muted", round % 3 == 0);
    const std::string chain = path + "/chain/processors/";
    rig.set_all({{chain + "hpf", "enabled", (round + strip) % 2 * 1.0}, {chain + "gate", "enabled", round % 3 == 0 ? 0.0 : 1.0},
                 {chain + "eq", "enabled", round % 5 == 0 ? 0.0 : 1.0}, {chain + "comp", "enabled", round % 4 == 0 ? 0.0 : 1.0},
                 {chain + "eq/values", "band2GainDb", round % 15 * 1.0}, {chain + "comp/values", "detector", round % 2 * 1.0},
                 {chain + "gate/key", "source", round % 12 * 1.0}, {chain + "comp/key", "filterEnabled", round % 2 * 1.0},
                 {path + "/align", "delayMs", round % 100 * 1.0}});
  }
  for (const char* bus : {"/sends/mix/1", "/sends/mix/2", "/sends/main/2"}) {
    const std::string path = "/channel/input/" + std::to_string(1 + round % 4) + bus;
    rig.set_all({{path, "levelDb", round % 3 == 0 ? -144.0 : -6.0}, {path, "tapPoint", round % 6 * 1.0}});
  }
  rig.set_all({{"/channel/input/1", "soloed", round % 2 * 1.0}, {"/channel/input/1", "stereoLink", round % 3 == 0 ? 1.0 : 0.0},
               {"/cue", "delayMs", round % 20 * 10.0}, {"/channel/input/2", "dcas", round % 4 * 1.0},
               {"/talkback/1", "on", round % 2 * 1.0}, {"/talkback/1", "sourceId", round % 5 * 1.0},
               {"/console/oscillator", "enabled", 1.0}, {"/console/oscillator", "type", round % 4 * 1.0}});
  rig.set_all({{"/channel/input/3", "levelDb", round % 2 * -20.0}, {"/channel/input/4", "muted", round % 3 == 1 ? 1.0 : 0.0},
               {"/channel/input/3/sends/mix/1", "levelDb", round % 4 * -10.0}}, round % 5 * 2.0f);
  rig.set_all({{"/channel/input/1/chain/processors/limiter", "enabled", round % 3 == 0 ? 0.0 : 1.0},
               {"/channel/input/1/chain/processors/limiter/values", "lookAheadMs", round % 3 * 2.0}});
  rig.set("/safety/panic", "scope", round % 7 == 0 ? 2 : 0);
  rig.mixer.open(round % 11 != 0, 5, Reason::driver);
}

struct Buffers {
  std::vector<float> in = std::vector<float>(256, 0.25f);
  std::vector<float> out = std::vector<float>(256);
  std::vector<const float*> ins = std::vector<const float*>(Rig::inputs, in.data());
  std::vector<float*> outs = std::vector<float*>(Rig::outputs, out.data());
};

TEST("the guard notices an allocation and a lock") {
  is_audio_thread = true;
  forbidden_calls = 0;
  int* volatile memory = new int(1);
  delete memory;
  std::mutex mutex;
  mutex.lock();
  mutex.unlock();
  is_audio_thread = false;
  CHECK(forbidden_calls == 3);
}

TEST("the audio thread neither allocates nor frees nor locks") {
  Rig rig;
  open_input_1(rig);
  Buffers buffers;
  for (int round = 0; round < 500; ++round) {
    prepare_trouble(rig, round);
    buffers.in[3] = round % 50 == 0 ? std::numeric_limits<float>::quiet_NaN() : 0.25f;
    if (round % 100 == 99) {
      rig.now_ns += 500'000'000;
      rig.mixer.tick(rig.now_ns);
    }
    is_audio_thread = true;
    forbidden_calls = 0;
    rig.call(buffers.ins.data(), buffers.outs.data(), static_cast<uint32_t>(1 + round % 256), 0);
    is_audio_thread = false;
    CHECK(forbidden_calls == 0);
  }
}

TEST("effects, and what is copied for the analysis, need no memory and no lock either") {
  Rig rig(whole_desk());
  const std::string effect = "/channel/fxSend/1/chain/processors/effect";
  rig.patch("/channel/input/1", 0);
  rig.set("/channel/input/1", "levelDb", 0);
  rig.set("/channel/input/1/sends/fxSend/1", "levelDb", 0);
  rig.mixer.analysis().order({{{1, 0, 24, 0.01}}, {{2, 0, 1}}});
  Buffers buffers;
  for (int round = 0; round < 300; ++round) {
    rig.set_all({{effect, "plugin", round / 20 % 2 * 1.0}, {effect, "enabled", round % 7 == 0 ? 0.0 : 1.0},
                 {effect + "/values", "decayS", 0.2 + round % 9}, {effect + "/values", "timeMs", 1.0 + round % 300},
                 {"/channel/fxSend/1", "stereoLink", round % 3 == 0 ? 1.0 : 0.0}, {"/console/bpm", "bpm", 30.0 + round % 270}});
    rig.mixer.analysis().step();
    buffers.in[3] = round % 50 == 0 ? std::numeric_limits<float>::infinity() : 0.25f;
    is_audio_thread = true;
    forbidden_calls = 0;
    rig.call(buffers.ins.data(), buffers.outs.data(), static_cast<uint32_t>(1 + round % 256), 0);
    is_audio_thread = false;
    CHECK(forbidden_calls == 0);
  }
}

TEST("a record ring that comes, changes and goes needs no memory and no lock either") {
  const ScratchFolder folder;
  Rig rig(counts_of(4), "", 48000.0, {}, most_strips, folder.path());
  open_input_1(rig);
  Buffers buffers;
  for (int round = 0; round < 200; ++round) {
    std::vector<RecordTrack> tracks;
    for (uint32_t strip = 0; strip < static_cast<uint32_t>(round / 10 % 5); ++strip) {
      tracks.push_back({strip, tap_post_fader, RD_RECORD_TRACK});
    }
    rig.mixer.record(tracks);
    rig.mixer.flush();
    if (round % 20 == 19) {
      rig.now_ns += 500'000'000;
      rig.mixer.tick(rig.now_ns);
    }
    is_audio_thread = true;
    forbidden_calls = 0;
    rig.call(buffers.ins.data(), buffers.outs.data(), static_cast<uint32_t>(1 + round % 256), 0);
    is_audio_thread = false;
    CHECK(forbidden_calls == 0);
  }
}

TEST("the play ring, and its change for another one, need no memory and no lock either") {
  Soundcheck check;
  const RingSound sound = [](uint32_t, uint64_t) { return 0.5f; };
  Buffers buffers;
  for (int round = 0; round < 300; ++round) {
    if (round % 40 == 0) check.engage({{"/channel/input/1", round % 3}});
    if (round % 60 == 20) check.eject();
    if (round % 30 == 29) check.make_ring(static_cast<uint32_t>(2 + round % 4));
    if (round % 50 == 7) check.player().jump();
    check.player().play(round % 20 != 0);
    if (round % 15 != 0) check.player().fill(sound);
    is_audio_thread = true;
    forbidden_calls = 0;
    check.call(buffers.ins.data(), buffers.outs.data(), static_cast<uint32_t>(1 + round % 256), 0);
    is_audio_thread = false;
    CHECK(forbidden_calls == 0);
  }
}

TEST("plugins that come, go, die and are late need no memory and no lock either") {
  HostedDesk desk(256);
  open_input_1(desk.rig);
  Buffers buffers;
  for (int round = 0; round < 400; ++round) {
    if (round % 50 == 5) desk.insert("/channel/input/1", 1, static_cast<uint32_t>(round) * 30);
    if (round % 50 == 15) desk.racks.back()->end();
    if (round % 50 == 20) desk.racks.back()->begin();
    if (round % 50 == 25) desk.rig.mixer.set_insert_offset(0, 0, round * 50 - 100);
    if (round % 50 == 30) desk.set("/channel/input/1", 1, true, false);
    if (round % 100 == 95) {
      desk.set("/channel/input/1", 1, false);
      desk.racks.clear();
    }
    is_audio_thread = true;
    forbidden_calls = 0;
    desk.rig.call(buffers.ins.data(), buffers.outs.data(), static_cast<uint32_t>(1 + round * 7 % 256), 0);
    is_audio_thread = false;
    CHECK(forbidden_calls == 0);
    for (const auto& rack : desk.racks) {
      if (round % 9 != 0) rack->play();
    }
    desk.rig.mixer.follow_inserts();
  }
}

TEST("hardware of inserts that comes, goes, is measured and is bypassed needs no memory and no lock either") {
  HostedDesk desk(256);
  open_input_1(desk.rig);
  Mixer& mixer = desk.rig.mixer;
  Buffers buffers;
  const InsertPorts ports{{2, -1}, {10, -1}};
  for (int round = 0; round < 400; ++round) {
    if (round % 100 == 5) mixer.set_hardware_insert(0, 0, ports, static_cast<uint32_t>(round));
    if (round % 100 == 10) desk.set("/channel/input/1", 1, false, true);
    if (round % 100 == 40) mixer.measure_insert(0, 0);
    if (round % 100 == 60) mixer.end_insert_measure(0, 0);
    if (round % 100 == 70) mixer.set_hardware_insert(0, 0, InsertPorts{{3, -1}, {1000, -1}}, 0);
    if (round % 100 == 80) mixer.set_hardware_insert(0, 0, std::nullopt, 0);
    mixer.flush();
    is_audio_thread = true;
    forbidden_calls = 0;
    desk.rig.call(buffers.ins.data(), buffers.outs.data(), static_cast<uint32_t>(1 + round * 7 % 256), 0);
    is_audio_thread = false;
    CHECK(forbidden_calls == 0);
    mixer.follow_inserts();
  }
}

// Kills the process at any system call but leaving it, waking a plugin host (and reading the clock, where the kernel offers no
// page for it).
void forbid_system_calls() {
  sock_filter program[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_exit_group, 5, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clock_gettime, 4, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_futex, 0, 2),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args[1])),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, FUTEX_WAKE, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog filter = {sizeof program / sizeof program[0], program};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0) _exit(3);
}

int status_of(void (*body)()) {
  const pid_t child = fork();
  if (child == 0) {
    body();
    _exit(4);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

TEST("the audio thread makes no system call but to wake a plugin host") {
  const int guarded = status_of([] {
    forbid_system_calls();
    getppid();
  });
  CHECK(WIFSIGNALED(guarded) && WTERMSIG(guarded) == SIGSYS);

  const int status = status_of([] {
    Soundcheck rig;
    open_input_1(rig);
    rig.mixer.record({{0, tap_top_of_channel, RD_RECORD_TRACK}, {4, tap_post_fader, RD_RECORD_TRACK}});
    Buffers buffers;
    for (int round = 0; round < 20; ++round) prepare_trouble(rig, round);
    rig.engage({{"/channel/input/1", 1}});
    rig.player().fill([](uint32_t, uint64_t) { return 0.5f; });
    rig.player().play(true);
    rig.mixer.set_insert(0, 0, true, true);
    rig.mixer.flush();
    InsertRack rack(rig.folder(), "input-1-insert1");
    rack.begin();
    rig.remove_files();  // their mappings stay
    rig.call(buffers.ins.data(), buffers.outs.data(), 64, 0);
    for (int round = 0; round < 6; ++round) prepare_trouble(rig, round);
    buffers.in[100] = std::numeric_limits<float>::infinity();
    forbid_system_calls();
    for (int block = 0; block < 1000; ++block) rig.call(buffers.ins.data(), buffers.outs.data(), 256, 0);
    syscall(SYS_exit_group, 0);  // before the rig unlocks its memory
  });
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

}  // namespace
}  // namespace rowdesk

#endif
