import type { FastifyRequest } from 'fastify'
import type { Capabilities } from '../../../shared/contracts/server.ts'
import { addressBlock } from '../../lib/address-block.ts'
import { straightHeader } from '../../lib/gateway-facts.ts'
import type { Database } from '../storage/database.ts'
import { type AttemptCounter, attemptCounter, type Limit } from './attempts.ts'
import { clientOf } from './client.ts'
import { SetUpLinkNeeded } from './errors.ts'
import { refuseAfter } from './login-throttle.ts'
import { isNeverUsed, type UsedFolder } from './never-used.ts'
import { oneTimeLinks } from './one-time-links.ts'

/** Limit on refused attempts to create the first account from one IP address. */
const refusedLimit: Limit = { attempts: 20, windowMs: 60 * 60_000 }

export type SetUpState = Capabilities['setUp']

/** Receives the secret of the set-up link; null once the first account exists. */
export type OnSetUp = (secret: string | null) => void

export type SetUp = Awaited<ReturnType<typeof openSetUp>>

/**
 * Controls who may create the first account of a server. Each server start issues a set-up link for it. While the data folder is unused, a
 * direct request from the same machine needs no link.
 */
export async function openSetUp(db: Database, folder: UsedFolder, onSetUp: OnSetUp) {
  const links = oneTimeLinks(db)
  const attempts: AttemptCounter = attemptCounter(db)
  let isDone = await isClaimed()
  const mayBeOpen = !isDone && (await isNeverUsed(folder))
  onSetUp(isDone ? null : await links.issueSetUp())

  async function isClaimed(): Promise<boolean> {
    const claim = await db.selectFrom('claim').select('name').where('name', '=', 'first-account').executeTakeFirst()
    return claim !== undefined
  }

  function finish(): void {
    if (!isDone) onSetUp(null)
    isDone = true
  }

  async function stateFor(request: FastifyRequest): Promise<SetUpState> {
    if (!isDone && (await isClaimed())) finish() // claimed through the command line, or by another process on this database
    if (isDone) return 'done'
    return mayBeOpen && request.headers[straightHeader] === 'yes' ? 'open' : 'link'
  }

  return {
    stateFor,

    /**
     * Checks whether the request may create the first account, before the expensive password hashing.
     * @returns the state to pass to `use`
     * @throws SetUpLinkNeeded TooManyAttempts
     */
    async requireMayBegin(request: FastifyRequest, secret: string | undefined): Promise<SetUpState> {
      const state = await stateFor(request)
      if (state !== 'link' || (secret && (await links.isOpen('set-up', secret)))) return state
      refuseAfter(await attempts.count(['set-up', addressBlock(clientOf(request).address)], refusedLimit))
      throw new SetUpLinkNeeded()
    },

    /** Uses up the link, within the transaction that creates the first account. @throws SetUpLinkNeeded */
    async use(trx: Database, state: SetUpState, secret: string | undefined): Promise<void> {
      if (state !== 'open' && !(secret && (await links.consume(trx, 'set-up', secret)))) throw new SetUpLinkNeeded()
      await trx.deleteFrom('one_time_link').where('purpose', '=', 'set-up').execute()
    },

    finish
  }
}
