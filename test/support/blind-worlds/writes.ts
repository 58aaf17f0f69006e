import { everyContract } from '../../../shared/every-contract.ts'
import { nounLines } from '../noun-lines.ts'
import type { Step } from './work.ts'

/** Lists the changing calls that no step makes and no noun excludes with a reason. */
export function writesNotThoughtOf(steps: readonly Step[]): string[] {
  const reasoned = new Set(nounLines.flatMap(({ unmade = {} }) => Object.values(unmade).flat()))
  return everyContract
    .filter(({ method, url }) => method !== 'GET' && !reasoned.has(`${method} ${url}`))
    .filter(({ method, url }) => {
      const address = new RegExp(`^${url.replace(/:\w+/g, '[^/]+')}$`)
      return !steps.some(step => step.method === method && address.test(step.url.split('?')[0] ?? ''))
    })
    .map(({ method, url }) => `${method} ${url}`)
}
