// Declarations of the module os, to type-check against where there is no Apple SDK. See Darwin.h.
//
// In Apple's SDKs, `import Darwin` may show these declarations, too. Apple documents them as part of os.

#pragma once

// Short for the names that os/base.h uses.
#define UNAVAILABLE_FROM_ASYNC __attribute__((swift_attr("@_unavailableFromAsync")))

#pragma clang assume_nonnull begin

/// https://developer.apple.com/documentation/os/os_unfair_lock
typedef struct os_unfair_lock_s {
  unsigned int _os_unfair_lock_opaque;
} os_unfair_lock, *os_unfair_lock_t;

/// https://developer.apple.com/documentation/os/os_unfair_lock_lock
__attribute__((availability(macos, introduced = 10.12), availability(ios, introduced = 10.0),
    availability(tvos, introduced = 10.0), availability(watchos, introduced = 3.0)))
void os_unfair_lock_lock(os_unfair_lock_t lock) UNAVAILABLE_FROM_ASYNC;

/// https://developer.apple.com/documentation/os/os_unfair_lock_trylock
__attribute__((availability(macos, introduced = 10.12), availability(ios, introduced = 10.0),
    availability(tvos, introduced = 10.0), availability(watchos, introduced = 3.0)))
_Bool os_unfair_lock_trylock(os_unfair_lock_t lock) UNAVAILABLE_FROM_ASYNC;

/// https://developer.apple.com/documentation/os/os_unfair_lock_unlock
__attribute__((availability(macos, introduced = 10.12), availability(ios, introduced = 10.0),
    availability(tvos, introduced = 10.0), availability(watchos, introduced = 3.0)))
void os_unfair_lock_unlock(os_unfair_lock_t lock) UNAVAILABLE_FROM_ASYNC;

#pragma clang assume_nonnull end
