/* The processor of a mixer as drivers get it in JavaScript, `processor` of core/driver.ts: an external with the tag of
 * audio.h. C++ with node-addon-api and its exceptions.
 */
#ifndef ROWDESK_PROCESSOR_HANDLE_H
#define ROWDESK_PROCESSOR_HANDLE_H

#include <napi.h>

#include <string>

#include <rowdesk/audio.h>

namespace rowdesk {

/* Returns the processor of an external, which lives as long as the external. driver: its name in words, for the message.
 * Throws TypeError if `value` is not a processor of this ABI. */
inline const rd_processor& processor_of(const Napi::Value& value, const char* driver) {
  constexpr napi_type_tag tag{RD_PROCESSOR_TAG_LOWER, RD_PROCESSOR_TAG_UPPER};
  bool is_processor = false;
  if (value.IsExternal()) napi_check_object_type_tag(value.Env(), value, &tag, &is_processor);
  if (!is_processor) throw Napi::TypeError::New(value.Env(), "a processor handle is needed, as a mixer gives it");
  const auto* processor = value.As<Napi::External<rd_processor>>().Data();
  if (processor->abi == RD_ABI && processor->size >= sizeof(rd_processor)) return *processor;
  throw Napi::TypeError::New(value.Env(), "this processor has ABI " + std::to_string(processor->abi) + ", " + driver +
                                              " was built for " + std::to_string(RD_ABI));
}

}  // namespace rowdesk

#endif
