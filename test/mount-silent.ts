import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';

/** Whether this system and account can mount a file system of their own. */
export function canMountSilent(): boolean {
  return process.getuid?.() === 0 && spawnSync('test', ['-w', '/dev/fuse']).status === 0;
}

/**
 * Mounts a file system at a folder that never responds, like a share whose server has vanished. Returns the function
 * that unmounts it, which may be called twice; calls in progress then fail.
 */
export function mountSilent(folder: string): () => void {
  mkdirSync(folder, { recursive: true });
  const device = openSync('/dev/fuse', 'r+');
  const { status, stderr } = spawnSync(
    'mount',
    [
      '-i',
      '-t',
      'fuse',
      '-o',
      'fd=3,rootmode=40000,user_id=0,group_id=0,allow_other',
      'silent',
      folder,
    ],
    { stdio: ['ignore', 'ignore', 'pipe', device] },
  );
  if (status !== 0) throw new Error(`cannot mount: ${stderr.toString()}`);
  let isMounted = true;
  return () => {
    if (!isMounted) return;
    isMounted = false;
    spawnSync('umount', ['-l', folder]);
    closeSync(device);
  };
}
