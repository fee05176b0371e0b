/* What the plugins of the tests share. C11, LV2 1.18 (lv2plug.in): a plugin is one shared library with one descriptor. */
#ifndef ROWDESK_TEST_PLUGIN_H
#define ROWDESK_TEST_PLUGIN_H

#include <lv2/core/lv2.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define TEST_URI "urn:rowdesk:test:"

/* The data of a feature, NULL where the host does not have it. */
static inline void* feature_data(const LV2_Feature* const* features, const char* uri) {
  for (; *features != NULL; ++features) {
    if (strcmp((*features)->URI, uri) == 0) return (*features)->data;
  }
  return NULL;
}

/* The one symbol that a host looks for. */
#define TEST_DESCRIPTOR(name)                                                   \
  LV2_SYMBOL_EXPORT const LV2_Descriptor* lv2_descriptor(uint32_t index) {     \
    return index == 0 ? &(name) : NULL;                                         \
  }

#endif
