import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import t from 'tap'
import { secretIn, useHashSecret } from '../../../../web/features/auth/hash-secret.ts'

const secret = 'Aa0-_'.repeat(8)

function Page() {
  const [found] = useHashSecret()
  return createElement('output', null, found)
}

t.test('a discarded render of React keeps the secret for the next one', async t => {
  const page = createElement(StaticRouter, { location: `/invitation#${secret}` }, createElement(Page))
  for (const time of ['first', 'second']) t.equal(renderToString(page), `<output>${secret}</output>`, time)
})

t.test('the secret is read from a whole link or from the part after its #', async t => {
  t.equal(secretIn(` https://lab.example/invitation#${secret}\n`), secret)
  t.equal(secretIn(secret), secret)
  t.equal(secretIn('#section-2'), '')
  t.equal(secretIn(''), '')
})
