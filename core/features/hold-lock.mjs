// A lock for work that only one process may do at a time. The lock file has its owner's process id; a dead owner's lock is removed.
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const WAIT_MS = 500

/** Runs `work` while this process holds the lock `path`. `onWait` is called once if another process holds it. */
export async function holdingLock(path, work, onWait = () => undefined) {
  let told = false
  while (!takeLock(path)) {
    if (dropDeadLock(path)) continue
    if (!told) onWait()
    told = true
    await sleep(WAIT_MS)
  }
  const release = () => rmSync(path, { force: true })
  process.once('exit', release)
  try {
    return await work()
  } finally {
    release()
    process.off('exit', release)
  }
}

/** Takes the lock by a hard link, which appears whole or not at all, so a lock always names its owner. */
function takeLock(path) {
  const mine = `${path}.${process.pid}`
  writeFileSync(mine, String(process.pid))
  try {
    linkSync(mine, path)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    return false
  } finally {
    rmSync(mine, { force: true })
  }
}

/** Removes the lock of a dead process. Returns whether the lock is gone. */
function dropDeadLock(path) {
  const aside = `${path}.${process.pid}.dead`
  try {
    if (isAlive(Number(readFileSync(path, 'utf8')))) return false
    renameSync(path, aside)
    // Another process may have taken the lock between the two lines above: restore its lock.
    if (isAlive(Number(readFileSync(aside, 'utf8')))) linkSync(aside, path)
    rmSync(aside, { force: true })
    return true
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error
    return false
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
