// One process at a time, for work that several may start at once. A lock names its owner; that of a dead process is passed by.
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const WAIT_MS = 500

/** Runs `work` while `path` is the lock of this process. `onWait` is called once where another has it. */
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

/** A hard link appears whole or not at all, so a lock always names its owner. */
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

/** Whether there is a lock no more. */
function dropDeadLock(path) {
  const aside = `${path}.${process.pid}.dead`
  try {
    if (isAlive(Number(readFileSync(path, 'utf8')))) return false
    renameSync(path, aside)
    // Somebody may have been quicker and taken the lock between the two lines above: give it back.
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
