// The cards of this machine, found without opening any of their PCMs.
#pragma once
#include <string>
#include <vector>

namespace rowdesk::alsa {

/** A card of the kernel. */
struct KernelCard {
  int number;
  /** `PCH`, `USB`: unique, and the same after a restart unless cards of one kind change places. */
  std::string id;
  std::string driver, name, long_name, mixer_name;
  /** The first PCM devices of each direction; -1 for none. */
  int capture_device, playback_device;
};

/** A PCM that the configuration of alsa-lib marks as a card by itself: `hint { rowdesk card }`. */
struct NamedCard {
  std::string name;
  /** `hint.description`; '' without one. */
  std::string description;
};

/** Ascending by number. A card that can't be asked is left out. */
std::vector<KernelCard> kernel_cards();

/** In the order of the configuration, which is read again when a file of it has changed. */
std::vector<NamedCard> named_cards();

}  // namespace rowdesk::alsa
