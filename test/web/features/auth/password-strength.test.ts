import t from 'tap'
import { emailFault } from '../../../../web/features/auth/email.ts'
import { passwordStrength } from '../../../../web/features/auth/password-strength.ts'

t.test('strength is described in words', async t => {
  t.strictSame(passwordStrength(''), { step: 0, words: '' })
  t.equal(passwordStrength('abc1234').words, 'Too short: 1 more character')
  t.equal(passwordStrength('abc').words, 'Too short: 5 more characters')
  t.match(passwordStrength('password123'), { step: 1, words: /common word/ })
  t.match(passwordStrength('ana.silva!', 'ana.silva@example.org'), { step: 1, words: /your e-mail address/ })
  t.equal(passwordStrength('aaaaaaaaaaaaaaaa').step, 1, 'repeats do not help')
  t.equal(passwordStrength('abcdefgh12345678').step, 1, 'sequences do not help')
  t.equal(passwordStrength('kelp otter basalt plume').step, 4)
  t.ok(passwordStrength('kX7#mq2!').step >= 2)
})

t.test('an address is refused only when it is certainly invalid', async t => {
  t.equal(emailFault('ana@example.org'), undefined)
  t.equal(emailFault(' ana@localhost '), undefined)
  t.match(emailFault(''), /Enter/)
  t.match(emailFault('ana example.org'), /an @/)
})
