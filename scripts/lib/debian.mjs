import { existsSync } from 'node:fs'
import { capture } from './processes.mjs'
import { Refusal, say } from './say.mjs'

/** Whether missing system packages may be installed without asking: as root on Debian, which is what a test machine is. */
export const mayInstallDebianPackages = () => process.getuid?.() === 0 && existsSync('/etc/debian_version')

/** Installs packages by apt-get, quietly. Its own words are shown only when it fails, and then without the servers' names. */
export async function installDebianPackages(names) {
  say(`Installing ${names.join(', ')} …`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await capture('apt-get', ['update', '-qq'], { env })
  const { code, err } = await capture('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], { env })
  if (code !== 0) throw new Refusal(`apt-get could not install ${names.join(', ')}:\n${err.replace(/https?:\/\/\S+/g, '…').trim()}`)
}
