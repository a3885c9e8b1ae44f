// Declarations of Darwin, to type-check against where there is no Apple SDK. Never a target of the package.
//
// Only what NavStore uses. The first line of each paragraph names the page that the paragraph follows: a manual page of
// Apple's, or the header in Apple's open source where no page shows the declaration. A structure has only the members
// that are used. Nothing of it runs. What C macros and variadic functions become in Swift is in Darwin.swift.

#pragma once

// The names that Availability.h uses.
#define UNAVAILABLE(platform) __attribute__((availability(platform, unavailable)))
// Short for the name that pthread.h uses.
#define UNAVAILABLE_FROM_ASYNC __attribute__((swift_attr("@_unavailableFromAsync")))

#pragma mark Types

/// https://github.com/apple-oss-distributions/xnu/blob/main/bsd/sys/types.h
typedef unsigned short mode_t;
typedef unsigned short nlink_t;
typedef unsigned int uid_t;
typedef int pid_t;
typedef long long off_t;
typedef long ssize_t;
typedef unsigned long size_t;
typedef unsigned int useconds_t;

/// https://github.com/apple-oss-distributions/xnu/blob/main/bsd/sys/_types/_timeval.h
struct timeval {
  long tv_sec;
  int tv_usec;
};

#pragma mark Errors

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/intro.2.html
#define EPERM 1
#define ENOENT 2
#define ESRCH 3
#define EINTR 4
#define EIO 5
#define EACCES 13
#define EEXIST 17
#define EISDIR 21
#define EINVAL 22
#define EFBIG 27
#define ENOSPC 28
#define EROFS 30
#define EPIPE 32
#define EAGAIN 35
#define EWOULDBLOCK EAGAIN
#define ENOTSUP 45
#define ELOOP 62
#define ENAMETOOLONG 63
#define EOPNOTSUPP 102

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/strerror.3.html
char *strerror(int errnum);

#pragma mark Files

/// https://github.com/apple-oss-distributions/xnu/blob/main/bsd/sys/fcntl.h
#define O_RDONLY 0x0000
#define O_WRONLY 0x0001
#define O_RDWR 0x0002
#define O_NONBLOCK 0x00000004
#define O_NOFOLLOW 0x00000100
#define O_CREAT 0x00000200
#define O_TRUNC 0x00000400
#define O_EXCL 0x00000800
#define O_NOCTTY 0x00020000
#define O_DIRECTORY 0x00100000
#define O_CLOEXEC 0x01000000

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/fcntl.2.html
#define F_GETFD 1
#define F_SETFD 2
#define F_SETFL 4
#define F_FULLFSYNC 51
#define FD_CLOEXEC 1

/// https://github.com/apple-oss-distributions/xnu/blob/main/bsd/sys/fcntl.h
#define F_SETPROTECTIONCLASS 64

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/flock.2.html
#define LOCK_EX 0x02
#define LOCK_NB 0x04
#define LOCK_UN 0x08
int flock(int fd, int operation);

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/stat.2.html
struct stat {
  mode_t st_mode;
  nlink_t st_nlink;
  uid_t st_uid;
  off_t st_size;
};
int stat(const char *path, struct stat *buf);
int lstat(const char *path, struct stat *buf);
int fstat(int fildes, struct stat *buf);

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/chmod.2.html
int fchmod(int fildes, mode_t mode);

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/read.2.html
ssize_t read(int d, void *buf, size_t nbyte);
ssize_t pread(int d, void *buf, size_t nbyte, off_t offset);

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/write.2.html
ssize_t write(int fildes, const void *buf, size_t nbyte);
ssize_t pwrite(int fildes, const void *buf, size_t nbyte, off_t offset);

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/lseek.2.html
#define SEEK_SET 0
off_t lseek(int fildes, off_t offset, int whence);

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/close.2.html
int close(int fildes);

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/fsync.2.html
int fsync(int fildes);

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/truncate.2.html
int ftruncate(int fildes, off_t length);

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/link.2.html
int link(const char *path1, const char *path2);

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/unlink.2.html
int unlink(const char *path);

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/rename.2.html
int rename(const char *old_, const char *new_);

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/readlink.2.html
ssize_t readlink(const char *path, char *buf, size_t bufsize);

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/access.2.html
#define R_OK (1 << 2)
int access(const char *path, int amode);

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/mkdir.2.html
int mkdir(const char *path, mode_t mode);

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/mktemp.3.html
char *mkdtemp(char *template_);
int mkstemp(char *template_);

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/directory.3.html
typedef struct {
  int __dd_fd;
} DIR;
struct dirent {
  char d_name[1024];
};
DIR *opendir(const char *filename);
struct dirent *readdir(DIR *dirp);
int closedir(DIR *dirp);

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/pipe.2.html
int pipe(int fildes[2]);

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/poll.2.html
#define POLLIN 0x0001
#define POLLOUT 0x0004
struct pollfd {
  int fd;
  short events;
  short revents;
};
typedef unsigned int nfds_t;
int poll(struct pollfd fds[], nfds_t nfds, int timeout);

/// https://github.com/apple-oss-distributions/Libc/blob/main/include/unistd.h
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/fflush.3.html
typedef struct __sFILE FILE;
struct __sFILE {
  int _file;
};
int fflush(FILE *stream);

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/fopen.3.html
FILE *fopen(const char *filename, const char *mode);

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/fputs.3.html
int fputs(const char *s, FILE *stream);

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/fclose.3.html
int fclose(FILE *stream);

#pragma mark Processes and signals

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/getpid.2.html
pid_t getpid(void);
pid_t getppid(void);

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/getuid.2.html
uid_t geteuid(void);

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/exit.3.html
void exit(int status) __attribute__((noreturn));

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/_exit.2.html
void _exit(int status) __attribute__((noreturn));

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/usleep.3.html
int usleep(useconds_t useconds);

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/realpath.3.html
char *realpath(const char *path, char *resolved);
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/getenv.3.html
char *getenv(const char *name);

/// https://github.com/apple-oss-distributions/Libc/blob/main/include/crt_externs.h
char ***_NSGetEnviron(void);

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/wait.2.html
pid_t waitpid(pid_t pid, int *stat_loc, int options);

/// https://github.com/apple-oss-distributions/xnu/blob/main/libsyscall/wrappers/spawn/spawn.h
typedef void *posix_spawnattr_t;
typedef void *posix_spawn_file_actions_t;
int posix_spawnp(pid_t *restrict, const char *restrict, const posix_spawn_file_actions_t *,
    const posix_spawnattr_t *restrict, char *const __argv[restrict], char *const __envp[restrict]);
int posix_spawn_file_actions_init(posix_spawn_file_actions_t *) UNAVAILABLE(tvos) UNAVAILABLE(watchos);
int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t *) UNAVAILABLE(tvos) UNAVAILABLE(watchos);
int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *, int, int) UNAVAILABLE(tvos) UNAVAILABLE(watchos);

/// https://github.com/apple-oss-distributions/xnu/blob/main/bsd/sys/signal.h
#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGFPE 8
#define SIGKILL 9
#define SIGBUS 10
#define SIGSEGV 11
#define SIGPIPE 13
#define SIGTERM 15
#define SIGTSTP 18
#define SIGCONT 19
#define SIGTTIN 21
#define SIGTTOU 22
#define SIGWINCH 28
#define SA_NODEFER 0x0010
#define SIG_UNBLOCK 2
typedef unsigned int sigset_t;
typedef void (*sig_t)(int);
struct __siginfo;
union __sigaction_u {
  void (*__sa_handler)(int);
  void (*__sa_sigaction)(int, struct __siginfo *, void *);
};
struct sigaction {
  union __sigaction_u __sigaction_u;
  sigset_t sa_mask;
  int sa_flags;
};

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/signal.3.html
void (*signal(int sig, void (*func)(int)))(int);

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/sigaction.2.html
int sigaction(int sig, const struct sigaction *restrict act, struct sigaction *restrict oact);

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/sigsetops.3.html
int sigemptyset(sigset_t *set);
int sigaddset(sigset_t *set, int signo);

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/kill.2.html
int kill(pid_t pid, int sig);

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/raise.3.html
int raise(int sig);

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/pthread_sigmask.2.html
int pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict oset);

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/sysctl.3.html
#define CTL_KERN 1
#define KERN_PROC 14
#define KERN_PROC_PID 1
int sysctl(int *name, unsigned int namelen, void *oldp, size_t *oldlenp, void *newp, size_t newlen);

/// https://github.com/apple-oss-distributions/xnu/blob/main/bsd/sys/proc.h
#define SZOMB 5
struct extern_proc {
  union {
    struct timeval __p_starttime;
  } p_un;
  char p_stat;
};

/// https://github.com/apple-oss-distributions/xnu/blob/main/bsd/sys/sysctl.h
struct kinfo_proc {
  struct extern_proc kp_proc;
};

#pragma mark Threads

// Lists of parameters without a mark for nil are not optional in this header of Apple's.
#pragma clang assume_nonnull begin

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/pthread_key_create.3.html
typedef unsigned long pthread_key_t;
int pthread_key_create(pthread_key_t *key, void (*_Nullable destructor)(void *));

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/pthread_getspecific.3.html
void *_Nullable pthread_getspecific(pthread_key_t key) UNAVAILABLE_FROM_ASYNC;

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/pthread_setspecific.3.html
int pthread_setspecific(pthread_key_t key, const void *_Nullable value) UNAVAILABLE_FROM_ASYNC;

/// https://github.com/apple-oss-distributions/libpthread/blob/main/include/pthread/pthread.h
int pthread_main_np(void);

#pragma clang assume_nonnull end

#pragma mark Memory and strings

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/malloc.3.html
void free(void *ptr);

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/memchr.3.html
void *memchr(const void *s, int c, size_t n);

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/memcmp.3.html
int memcmp(const void *s1, const void *s2, size_t n);

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/strdup.3.html
char *strdup(const char *s1);

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/strlen.3.html
size_t strlen(const char *s);

#pragma mark Terminals

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/isatty.3.html
int isatty(int fd);

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man4/termios.4.html
struct termios {
  unsigned long c_lflag;
};

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/tcsetattr.3.html
#define TCSANOW 0
void cfmakeraw(struct termios *termios_p);
int tcgetattr(int fildes, struct termios *termios_p);
int tcsetattr(int fildes, int optional_actions, const struct termios *termios_p);

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man4/tty.4.html
struct winsize {
  unsigned short ws_row;
  unsigned short ws_col;
};
