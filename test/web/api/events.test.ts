import { mock } from 'node:test'
import t, { type Test } from 'tap'
import { repeatedSeconds } from '../../../shared/limits.ts'
import { listenToServer } from '../../../web/api/events.ts'

/** Connection that the test opens and closes. */
class FakeSource extends EventTarget {
  static readonly OPEN = 1
  static readonly CLOSED = 2
  static last: FakeSource
  readyState = 0
  readonly url: string
  constructor(url: string) {
    super()
    this.url = url
    FakeSource.last = this
  }
  opens() {
    this.readyState = 1
    this.dispatchEvent(new Event('open'))
  }
  sends(event: object) {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(event) }))
  }
  breaks({ readyState = 0 } = {}) {
    this.readyState = readyState
    this.dispatchEvent(new Event('error'))
  }
  close() {
    this.readyState = 2
  }
}
const { EventSource: real } = globalThis
Object.assign(globalThis, { EventSource: FakeSource })
mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Math.floor(performance.timeOrigin) })
t.teardown(() => {
  mock.timers.reset() // other files run in this process
  Object.assign(globalThis, { EventSource: real })
})

const stream = () => FakeSource.last
const span = () => Number(new URL(stream().url, 'http://lab.example').searchParams.get('recentSeconds'))
const pass = (seconds: number) => mock.timers.tick(seconds * 1000)
const slackSeconds = 10

// one page, whose streams the tests open in turn
function listening(t: Test) {
  const heard: unknown[] = []
  let resumptions = 0
  const stop = listenToServer(
    event => heard.push(event),
    () => resumptions++
  )
  t.teardown(stop)
  return { heard, stop, resumptions: () => resumptions }
}

t.test('a stream that opens late requests the changes since the page began', async t => {
  pass(7)
  const { heard, resumptions } = listening(t)
  t.equal(span(), 7 + slackSeconds)
  stream().opens()
  const event = { type: 'changed', noun: 'media', projectId: 'p' }
  stream().sends(event)
  t.same([heard, resumptions()], [[event], 0])
})

t.test('a stream requests the changes from a time without listeners', async t => {
  const { stop } = listening(t)
  stream().opens()
  pass(500)
  stop()
  pass(20)
  const { resumptions } = listening(t)
  t.equal(span(), 20 + slackSeconds)
  stream().opens()
  t.equal(resumptions(), 0)
})

t.test('a lost stream opens again, requests the changes since the last event, and resumes', async t => {
  const { resumptions } = listening(t)
  stream().opens()
  pass(30)
  stream().sends({ type: 'changed', noun: 'media', projectId: 'p' })
  pass(40)
  const lost = stream()
  lost.breaks()
  t.equal(lost.readyState, FakeSource.CLOSED, 'the browser does not repeat its first request')
  pass(3)
  t.not(stream(), lost)
  t.equal(span(), 43 + slackSeconds)
  stream().opens()
  t.equal(resumptions(), 1)
})

t.test('a refused stream opens again later', async t => {
  listening(t)
  const refused = stream()
  refused.breaks({ readyState: FakeSource.CLOSED })
  pass(14)
  t.equal(stream(), refused)
  pass(1)
  t.not(stream(), refused)
  stream().opens()
})

t.test('after a longer time than the server repeats, the data are read again', async t => {
  pass(repeatedSeconds)
  const { resumptions } = listening(t)
  t.equal(span(), repeatedSeconds)
  stream().opens()
  t.equal(resumptions(), 1)
})
