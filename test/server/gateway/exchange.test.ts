import type { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import t from 'tap'
import type { Dispatcher } from 'undici'
import { defaultDeadlines } from '../../../server/gateway/config.ts'
import { Exchange } from '../../../server/gateway/exchange.ts'
import { ClientGone } from '../../../server/gateway/failures.ts'

t.test('a client that disconnects before its answer is read does not end the process', async t => {
  const controller = { abort() {}, pause() {}, resume() {}, paused: false } as unknown as Dispatcher.DispatchController
  const dispatcher = {
    dispatch(_request: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler) {
      handler.onRequestStart?.(controller, null)
      handler.onResponseStart?.(controller, 200, {}, 'OK')
      return true
    }
  } as unknown as Dispatcher
  const exchange = new Exchange({ kind: 'download', deadlines: defaultDeadlines, dispatcher, cleanHeaders: () => ({}) })
  let given: Readable | undefined
  exchange.begin({ path: '/', method: 'GET' } as Dispatcher.DispatchOptions, (_error, answer) => {
    given = answer?.body as Readable
  })
  t.equal(given?.destroyed, false)
  exchange.abort(new ClientGone())
  await nextTurn()
  t.equal(given?.destroyed, true)
})
