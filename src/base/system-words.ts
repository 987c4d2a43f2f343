/** Messages for system error codes. */
const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'what stands above it is no directory',
  EISDIR: 'it is a directory',
  EACCES: 'it may not be opened by this user',
  EPERM: 'this user may not do that',
  EEXIST: 'it is there already',
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'its name is too long',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the space of this user is used up',
  EROFS: 'the disk is read-only',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  EIO: 'the disk failed',
  ERR_INVALID_ARG_VALUE: 'its name is none that a file can have',
  EXDEV: 'it lies on another disk',
  EBUSY: 'it is in use',
  EADDRINUSE: 'the address is in use',
  EADDRNOTAVAIL: 'the address is none of this machine',
};

/** Reason of a system error, as the end of a sentence without a full stop. */
export function systemWords(error: unknown): string {
  const { code, message = String(error) } = error as { code?: unknown; message?: string };
  const known = typeof code === 'string' ? WORDS[code] : undefined;
  return known ?? message.replace(/\.$/, '');
}
