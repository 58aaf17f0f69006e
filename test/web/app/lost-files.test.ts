import t, { type Test } from 'tap'
import { retryStyles, serverReturned } from '../../../web/app/lost-files.ts'
import { fakeFetch } from '../../support/fake-fetch.ts'

const style = 'https://isobath.example/assets/map.css'

/** Page on which a style sheet failed to load. Pauses end immediately. */
function pageWithoutStyle(t: Test) {
  let onLost: (event: object) => void = () => {}
  const link = { href: style, addEventListener() {}, cloneNode: () => link, replaceWith() {} }
  const window = {
    addEventListener(name: string, listener: (event: object) => void) {
      if (name === 'vite:preloadError') onLost = listener
      else queueMicrotask(() => listener({}))
    },
    removeEventListener() {}
  }
  t.intercept(globalThis, 'window', { value: window })
  t.intercept(globalThis, 'document', { value: { querySelectorAll: () => [link] } })
  retryStyles()
  onLost({ payload: { message: `Unable to preload CSS for ${style}` } })
}

t.test('a server that goes away again during the check does not count as one without the files', async t => {
  pageWithoutStyle(t)
  for (const away of [new TypeError('Failed to fetch'), { status: 502 }]) {
    let round = 0
    fakeFetch(t, ({ path }) => {
      if (path === '/healthz') round += 1
      else if (round === 1) return away
      return { status: path === style ? 404 : 200 }
    })
    let goneCount = 0
    t.equal(await serverReturned(new AbortController().signal, () => goneCount++), false)
    t.same([round, goneCount], [2, 1], 'it is waited for, and then lacks the style sheet')
  }
})

t.test('a screen that is left meanwhile gets no report', async t => {
  pageWithoutStyle(t)
  const left = new AbortController()
  fakeFetch(t, () => {
    left.abort()
    return new TypeError('Failed to fetch')
  })
  t.equal(await serverReturned(left.signal, () => t.fail('reported')), false)
})
