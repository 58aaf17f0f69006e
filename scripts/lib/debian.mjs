import { existsSync } from 'node:fs'
import { print, Refusal } from './print.mjs'
import { capture } from './processes.mjs'

/** Whether missing system packages may be installed without confirmation. This is the case for root on Debian, as on test machines. */
export const mayInstallDebianPackages = () => process.getuid?.() === 0 && existsSync('/etc/debian_version')

/**
 * Installs packages with apt-get, without printing its output.
 * @throws Refusal with the error output of apt-get, without server URLs, if the installation fails
 */
export async function installDebianPackages(names) {
  print(`Installing ${names.join(', ')} …`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await capture('apt-get', ['update', '-qq'], { env })
  const { code, err } = await capture('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], { env })
  if (code !== 0) throw new Refusal(`apt-get could not install ${names.join(', ')}:\n${err.replace(/https?:\/\/\S+/g, '…').trim()}`)
}
