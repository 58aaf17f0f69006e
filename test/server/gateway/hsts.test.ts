import t from 'tap'
import { readConfig } from '../../../server/config.ts'
import { testGateway } from '../../support/gateway.ts'

t.test('other hosts below the address must use HTTPS only with HSTS_SUBDOMAINS=true', async t => {
  const headerWith = async (hstsSubdomains: boolean, publicUrl = new URL('https://lab.example')) => {
    const { app } = await testGateway(t, 'http://127.0.0.1:9', { publicUrl, hstsSubdomains })
    return (await app.inject({ url: '/healthz', headers: { host: 'lab.example' } })).headers['strict-transport-security']
  }
  t.equal(await headerWith(false), 'max-age=31536000')
  t.equal(await headerWith(true), 'max-age=31536000; includeSubDomains')
  t.equal(await headerWith(true, new URL('http://lab.example')), undefined)
  const folder = t.testdir({})
  t.equal(readConfig({ DATA_DIR: folder }).hstsSubdomains, false)
  t.equal(readConfig({ DATA_DIR: folder, HSTS_SUBDOMAINS: 'true' }).hstsSubdomains, true)
})
