import t from 'tap'
import { browserName } from '../../../../web/features/accounts/browser-name.ts'

t.test('a session is named by browser and system', async t => {
  t.equal(browserName('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'), 'Firefox on Linux')
  t.equal(browserName('Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0'), 'Edge on Windows')
  t.equal(
    browserName('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Safari/604.1'),
    'Safari on iOS'
  )
  t.equal(browserName('curl/8.9.1'), 'curl')
  t.equal(browserName(null), 'Unknown browser')
})
