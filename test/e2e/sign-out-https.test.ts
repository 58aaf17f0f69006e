// About: web/app/session-machine.ts

import { request as httpRequest } from 'node:http'
import { createServer, type RequestOptions } from 'node:https'
import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import { openApp, password } from '../support/browser.ts'
import { closeServer } from '../support/canned-upstream.ts'
import { certificates } from '../support/certificates.ts'
import { launchChromium } from '../support/chromium.ts'
import { newServer, secretOf } from '../support/set-up.ts'

/** An Isobath behind a proxy that terminates TLS, as a lab runs it. */
async function behindTls(t: Test) {
  let port = 0
  const proxy = createServer(certificates.right, (request, response) => {
    const { method, url: path, headers } = request
    const onward: RequestOptions = { host: '127.0.0.1', port, method, path, headers: { ...headers, 'x-forwarded-proto': 'https' } }
    const asked = httpRequest(onward, answer => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.pipe(response)
    })
    asked.on('error', () => response.destroy())
    request.pipe(asked)
  })
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  t.teardown(() => closeServer(proxy))
  const url = `https://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const server = await newServer(t, { PUBLIC_URL: url, TRUSTED_PROXIES: '127.0.0.1' })
  port = server.port
  return { url, secret: secretOf(server.links[0]) }
}

t.test('signing out over HTTPS ends the session and keeps the device known', async t => {
  const { url, secret } = await behindTls(t)
  const page = await openApp(t, await launchChromium(t), url, { ignoreHTTPSErrors: true })
  const cookies = async () => (await page.context().cookies()).map(({ name, value }) => ({ name, value }))
  await page.goto(`/signup#${secret}`)
  await page.getByLabel('E-mail').fill('ada@lab.example')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/dashboard')
  const before = await cookies()
  t.same(before.map(({ name }) => name).sort(), ['__Host-Http-at', '__Host-Http-kd', '__Host-Http-rt'])

  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
  t.same(
    await cookies(),
    before.filter(({ name }) => name === '__Host-Http-kd')
  )
})
