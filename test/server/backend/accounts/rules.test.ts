import t from 'tap'
import { hashPassword, passwordMatches } from '../../../../server/backend/accounts/passwords.ts'
import { requireGoodPassword } from '../../../../server/backend/accounts/rules.ts'
import { emailKey } from '../../../../shared/email-key.ts'

t.test('an address has one key, however it is written', async t => {
  t.equal(emailKey(' Ada.L@Lab.Example '), 'ada.l@lab.example')
  t.equal(emailKey('J\u00e9r\u00f4me@lab.example'), emailKey('Je\u0301ro\u0302me@lab.example'))
})

t.test('passwords are rated by the number of guesses they need, and the field is named', async t => {
  for (const password of ['correct horse battery staple', 'gorgonian lantern halocline', 'x7#Kq!m2Zp', '海底の岩礁を泳ぐ青い魚']) {
    await t.resolves(requireGoodPassword(password, ['ada@lab.example']), password)
  }
  for (const password of ['password1234', 'letmein!!', 'abcdefgh', 'qazwsxedc', 'iloveyou1', '20112026', 'Summer2024', 'Lovelace1']) {
    await t.rejects(
      requireGoodPassword(password, ['ada@lab.example', 'Ada Lovelace'], 'newPassword'),
      { errors: [{ path: '/newPassword' }] },
      password
    )
  }
})

t.test('passwords are hashed with Argon2id at the costs that OWASP recommends first', async t => {
  const kept = await hashPassword('gorgonian lantern halocline')
  t.match(kept, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  t.not(await hashPassword('gorgonian lantern halocline'), kept, 'salted')
  t.equal(await passwordMatches(kept, 'gorgonian lantern halocline'), true)
  t.equal(await passwordMatches(kept, 'gorgonian lantern haloclin'), false)
  t.equal(await passwordMatches(null, 'anything'), false)
})
