// libasound, opened at run time: without it the driver still loads, and reports that it is missing.
#pragma once

#include <alsa/asoundlib.h>

namespace rowdesk::alsa {

/** The functions that the driver calls, without their `snd_`. */
#define ROWDESK_ALSA_FUNCTIONS(FUNCTION) \
  FUNCTION(asoundlib_version) \
  FUNCTION(strerror) \
  FUNCTION(card_next) \
  FUNCTION(ctl_open) \
  FUNCTION(ctl_close) \
  FUNCTION(ctl_card_info) \
  FUNCTION(ctl_card_info_malloc) \
  FUNCTION(ctl_card_info_free) \
  FUNCTION(ctl_card_info_get_id) \
  FUNCTION(ctl_card_info_get_driver) \
  FUNCTION(ctl_card_info_get_name) \
  FUNCTION(ctl_card_info_get_longname) \
  FUNCTION(ctl_card_info_get_mixername) \
  FUNCTION(ctl_pcm_next_device) \
  FUNCTION(ctl_pcm_info) \
  FUNCTION(config_update_ref) \
  FUNCTION(config_unref) \
  FUNCTION(config_search) \
  FUNCTION(config_get_id) \
  FUNCTION(config_get_string) \
  FUNCTION(config_get_type) \
  FUNCTION(config_iterator_first) \
  FUNCTION(config_iterator_next) \
  FUNCTION(config_iterator_end) \
  FUNCTION(config_iterator_entry) \
  FUNCTION(pcm_info_malloc) \
  FUNCTION(pcm_info_free) \
  FUNCTION(pcm_info_set_device) \
  FUNCTION(pcm_info_set_subdevice) \
  FUNCTION(pcm_info_set_stream) \
  FUNCTION(pcm_open) \
  FUNCTION(pcm_close) \
  FUNCTION(pcm_state) \
  FUNCTION(pcm_prepare) \
  FUNCTION(pcm_start) \
  FUNCTION(pcm_drop) \
  FUNCTION(pcm_link) \
  FUNCTION(pcm_avail) \
  FUNCTION(pcm_mmap_begin) \
  FUNCTION(pcm_mmap_commit) \
  FUNCTION(pcm_poll_descriptors_count) \
  FUNCTION(pcm_poll_descriptors) \
  FUNCTION(pcm_poll_descriptors_revents) \
  FUNCTION(pcm_hw_params_malloc) \
  FUNCTION(pcm_hw_params_free) \
  FUNCTION(pcm_hw_params_any) \
  FUNCTION(pcm_hw_params) \
  FUNCTION(pcm_hw_params_set_rate_resample) \
  FUNCTION(pcm_hw_params_test_rate) \
  FUNCTION(pcm_hw_params_set_rate) \
  FUNCTION(pcm_hw_params_set_access) \
  FUNCTION(pcm_hw_params_set_format) \
  FUNCTION(pcm_hw_params_get_channels_max) \
  FUNCTION(pcm_hw_params_set_channels_near) \
  FUNCTION(pcm_hw_params_set_period_size_near) \
  FUNCTION(pcm_hw_params_set_periods_integer) \
  FUNCTION(pcm_hw_params_set_buffer_size_near) \
  FUNCTION(pcm_hw_params_get_buffer_size) \
  FUNCTION(pcm_hw_params_get_period_size) \
  FUNCTION(pcm_sw_params_malloc) \
  FUNCTION(pcm_sw_params_free) \
  FUNCTION(pcm_sw_params_current) \
  FUNCTION(pcm_sw_params) \
  FUNCTION(pcm_sw_params_get_boundary) \
  FUNCTION(pcm_sw_params_set_start_threshold) \
  FUNCTION(pcm_sw_params_set_stop_threshold) \
  FUNCTION(pcm_sw_params_set_avail_min)

struct Library {
#define ROWDESK_ALSA_MEMBER(name) decltype(&::snd_##name) name;
  ROWDESK_ALSA_FUNCTIONS(ROWDESK_ALSA_MEMBER)
#undef ROWDESK_ALSA_MEMBER
};

/** Opens the library at the first call. Throws std::runtime_error with the cause and the remedy. */
const Library& library();

}  // namespace rowdesk::alsa
