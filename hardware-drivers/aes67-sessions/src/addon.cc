// `new DatagramSocket(path)` and its methods; `links()`.
#include <napi.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <system_error>

#include "datagram_socket.h"
#include "links.h"

namespace rowdesk {
namespace {

/** The name of an errno that can come of these sockets, as Node's own errors have it. */
const char* name_of(int code) {
  switch (code) {
    case EAGAIN: return "EAGAIN";
    case EACCES: return "EACCES";
    case ENOENT: return "ENOENT";
    case ECONNREFUSED: return "ECONNREFUSED";
    case ENOBUFS: return "EAGAIN";
    case ENAMETOOLONG: return "ENAMETOOLONG";
    case EADDRINUSE: return "EADDRINUSE";
    case EPERM: return "EPERM";
    default: return "EIO";
  }
}

class AddonSocket : public Napi::ObjectWrap<AddonSocket> {
 public:
  static Napi::Function define(Napi::Env env) {
    return DefineClass(env, "DatagramSocket",
                       {InstanceMethod<&AddonSocket::send>("send"), InstanceMethod<&AddonSocket::receive>("receive"),
                        InstanceMethod<&AddonSocket::close>("close")});
  }

  explicit AddonSocket(const Napi::CallbackInfo& info) : Napi::ObjectWrap<AddonSocket>(info) {
    if (info.Length() < 1 || !info[0].IsString()) throw Napi::TypeError::New(info.Env(), "DatagramSocket needs a path");
    try {
      socket_ = std::make_unique<DatagramSocket>(info[0].As<Napi::String>().Utf8Value());
    } catch (const std::system_error& error) {
      Napi::Error thrown = Napi::Error::New(info.Env(), error.what());
      thrown.Set("code", Napi::String::New(info.Env(), name_of(error.code().value())));
      throw thrown;
    }
  }

 private:
  Napi::Value send(const Napi::CallbackInfo& info) {
    if (info.Length() < 2 || !info[0].IsTypedArray() || !info[1].IsString()) {
      throw Napi::TypeError::New(info.Env(), "send needs bytes and a path");
    }
    const auto bytes = info[0].As<Napi::Uint8Array>();
    if (bytes.TypedArrayType() != napi_uint8_array) throw Napi::TypeError::New(info.Env(), "send needs bytes");
    const int code = open(info).send(bytes.Data(), bytes.ByteLength(), info[1].As<Napi::String>().Utf8Value());
    return Napi::String::New(info.Env(), code == 0 ? "" : name_of(code));
  }

  Napi::Value receive(const Napi::CallbackInfo& info) {
    const auto datagram = open(info).receive();
    if (!datagram) return info.Env().Null();
    Napi::Object result = Napi::Object::New(info.Env());
    Napi::Uint8Array bytes = Napi::Uint8Array::New(info.Env(), datagram->bytes.size());
    std::memcpy(bytes.Data(), datagram->bytes.data(), datagram->bytes.size());
    result.Set("from", datagram->from);
    result.Set("bytes", bytes);
    result.Set("isTruncated", datagram->is_truncated);
    return result;
  }

  void close(const Napi::CallbackInfo&) { socket_.reset(); }

  DatagramSocket& open(const Napi::CallbackInfo& info) {
    if (!socket_) throw Napi::Error::New(info.Env(), "the socket is closed");
    return *socket_;
  }

  std::unique_ptr<DatagramSocket> socket_;
};

Napi::Value list_links(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  Napi::Array list = Napi::Array::New(env);
  for (const Link& link : links()) {
    Napi::Object each = Napi::Object::New(env);
    each.Set("name", link.name);
    each.Set("isLoopback", link.is_loopback);
    each.Set("isUp", link.is_up);
    each.Set("mac", link.mac);
    each.Set("mtu", link.mtu);
    each.Set("speedMbps", link.speed_mbps);
    list.Set(list.Length(), each);
  }
  return list;
}

Napi::Object init(Napi::Env env, Napi::Object exports) {
  exports.Set("DatagramSocket", AddonSocket::define(env));
  exports.Set("links", Napi::Function::New(env, list_links, "links"));
  return exports;
}

}  // namespace

NODE_API_MODULE(aes67_sessions, init)

}  // namespace rowdesk
