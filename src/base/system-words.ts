/** Messages for system error codes. */
const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'file not found',
  ENOTDIR: 'a parent is not a directory',
  EISDIR: 'it is a directory',
  EACCES: 'permission denied',
  EPERM: 'operation not permitted',
  EEXIST: 'it exists already',
  ELOOP: 'its links form a cycle',
  ENAMETOOLONG: 'the name is too long',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is exhausted',
  EROFS: 'the file system is read-only',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  EIO: 'the disk reported an error',
  ERR_INVALID_ARG_VALUE: 'the name is invalid',
  EXDEV: 'it is on another disk',
  EBUSY: 'it is in use',
  EADDRINUSE: 'the address is in use',
  EADDRNOTAVAIL: 'the address does not belong to this machine',
};

/** Reason of a system error, as the end of a sentence without a full stop. */
export function systemWords(error: unknown): string {
  const { code, syscall, message = String(error) } = error as NodeJS.ErrnoException;
  if (code === 'EEXIST' && syscall === 'mkdir') return 'it is a file, not a directory';
  const known = typeof code === 'string' ? WORDS[code] : undefined;
  return known ?? message.replace(/\.$/, '');
}
