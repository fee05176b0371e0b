#include "cards.h"

#include <cstring>
#include <memory>
#include <optional>

#include "library.h"

namespace rowdesk::alsa {
namespace {

constexpr const char* mark = "hint.rowdesk";
constexpr const char* marked = "card";

using Control = std::unique_ptr<snd_ctl_t, decltype(&::snd_ctl_close)>;
using CardInfo = std::unique_ptr<snd_ctl_card_info_t, decltype(&::snd_ctl_card_info_free)>;
using PcmInfo = std::unique_ptr<snd_pcm_info_t, decltype(&::snd_pcm_info_free)>;

/** -1 for none. */
int first_device(const Library& library, snd_ctl_t* control, snd_pcm_stream_t direction) {
  snd_pcm_info_t* info = nullptr;
  if (library.pcm_info_malloc(&info) < 0) return -1;
  const PcmInfo owned(info, library.pcm_info_free);
  for (int device = -1; library.ctl_pcm_next_device(control, &device) == 0 && device >= 0;) {
    library.pcm_info_set_device(info, static_cast<unsigned>(device));
    library.pcm_info_set_subdevice(info, 0);
    library.pcm_info_set_stream(info, direction);
    if (library.ctl_pcm_info(control, info) == 0) return device;
  }
  return -1;
}

std::optional<KernelCard> kernel_card(const Library& library, int number) {
  snd_ctl_t* control = nullptr;
  if (library.ctl_open(&control, ("hw:" + std::to_string(number)).c_str(), SND_CTL_NONBLOCK) < 0) return {};
  const Control owned_control(control, library.ctl_close);
  snd_ctl_card_info_t* info = nullptr;
  if (library.ctl_card_info_malloc(&info) < 0) return {};
  const CardInfo owned_info(info, library.ctl_card_info_free);
  if (library.ctl_card_info(control, info) < 0) return {};
  return KernelCard{number,
                    library.ctl_card_info_get_id(info),
                    library.ctl_card_info_get_driver(info),
                    library.ctl_card_info_get_name(info),
                    library.ctl_card_info_get_longname(info),
                    library.ctl_card_info_get_mixername(info),
                    first_device(library, control, SND_PCM_STREAM_CAPTURE),
                    first_device(library, control, SND_PCM_STREAM_PLAYBACK)};
}

/** '' without such a text. */
std::string text_of(const Library& library, snd_config_t* from, const char* key) {
  snd_config_t* found = nullptr;
  const char* text = nullptr;
  if (library.config_search(from, key, &found) < 0 || library.config_get_string(found, &text) < 0) return {};
  return text == nullptr ? "" : text;
}

}  // namespace

std::vector<KernelCard> kernel_cards() {
  const Library& library = rowdesk::alsa::library();
  std::vector<KernelCard> found;
  for (int number = -1; library.card_next(&number) == 0 && number >= 0;) {
    if (auto card = kernel_card(library, number)) found.push_back(std::move(*card));
  }
  return found;
}

std::vector<NamedCard> named_cards() {
  const Library& library = rowdesk::alsa::library();
  snd_config_t* read = nullptr;
  if (library.config_update_ref(&read) < 0 || read == nullptr) return {};
  const std::unique_ptr<snd_config_t, decltype(&::snd_config_unref)> top(read, library.config_unref);
  std::vector<NamedCard> found;
  snd_config_t* pcms = nullptr;
  if (library.config_search(top.get(), "pcm", &pcms) < 0) return {};
  const snd_config_iterator_t end = library.config_iterator_end(pcms);
  for (auto at = library.config_iterator_first(pcms); at != end; at = library.config_iterator_next(at)) {
    snd_config_t* pcm = library.config_iterator_entry(at);
    const char* name = nullptr;
    const bool is_compound = library.config_get_type(pcm) == SND_CONFIG_TYPE_COMPOUND;
    if (!is_compound || text_of(library, pcm, mark) != marked || library.config_get_id(pcm, &name) < 0) continue;
    found.push_back({name, text_of(library, pcm, "hint.description")});
  }
  return found;
}

}  // namespace rowdesk::alsa
