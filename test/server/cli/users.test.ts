import t from 'tap'
import { forEachDatabase, goodPassword, testBackend } from '../../support/backend.ts'
import { isobath, isobathProcess } from '../../support/command-line.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

await forEachDatabase(t, (t, database) => {
  t.test('an operator creates accounts, resets passwords and disables people while the server runs', async t => {
    const { app, config, signUp } = await testBackend(t, { database, registration: { kind: 'invite', domains: [] } })
    const settings = {
      DATA_DIR: config.dataDir,
      PUBLIC_URL: 'https://lab.example',
      REGISTRATION: 'invite',
      ...(config.databaseUrl && { DATABASE_URL: config.databaseUrl })
    }
    const setPassword = (link: string) =>
      app.inject({ method: 'POST', url: '/api/auth/reset-password', payload: { token: link.trim().split('#')[1], password: goodPassword } })
    const login = async (username: string) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const payload = new URLSearchParams({ username, password: goodPassword }).toString()
      return (await app.inject({ method: 'POST', url: '/api/auth/login', headers, payload })).statusCode
    }

    const made = await isobathProcess(['user', 'create', 'root@lab.example'], settings)
    t.equal(made.code, 0, made.stderr)
    t.match(made.stdout, /^https:\/\/lab\.example\/reset-password#[\w-]{43}\n$/)
    t.match(made.stderr, /administrator/)
    t.equal((await setPassword(made.stdout)).statusCode, 204)
    t.equal(await login('root@lab.example'), 200)

    const again = await isobath(['user', 'create', 'Root@lab.example'], settings)
    t.equal(again.code, 1)
    t.match(again.stderr, /already has an account/)

    const invited = await isobath(['user', 'invite', 'bob@lab.example'], settings)
    t.match(invited.stdout, /^https:\/\/lab\.example\/signup#/)
    const invitation = invited.stdout.trim().split('#')[1]
    const joined = await app.inject({
      method: 'POST',
      url: '/api/auth/register',
      payload: { email: 'bob@lab.example', password: goodPassword, invitation }
    })
    t.equal(joined.statusCode, 201)

    t.match(await isobath(['user', 'disable', 'bob@lab.example'], settings), { code: 0 })
    t.equal(await login('bob@lab.example'), 401)
    const list = await isobath(['user', 'list', '--json'], settings)
    t.match(
      list.stdout
        .trim()
        .split('\n')
        .map(line => JSON.parse(line)),
      [
        { email: 'bob@lab.example', administrator: false, disabled: true },
        { email: 'root@lab.example', administrator: true, disabled: false }
      ]
    )
    t.match(await isobath(['user', 'enable', 'bob@lab.example'], settings), { code: 0 })
    t.equal(await login('bob@lab.example'), 200)

    const reset = await isobath(['user', 'reset-password', 'bob@lab.example'], settings)
    t.equal((await setPassword(reset.stdout)).statusCode, 204)
    t.equal((await setPassword(reset.stdout)).statusCode, 422, 'once')
    for (const command of ['reset-password', 'disable', 'enable']) {
      const nobody = await isobath(['user', command, 'nobody@lab.example'], settings)
      t.equal(nobody.code, 1, command)
      t.match(nobody.stderr, /No account has the address/)
    }
    await t.rejects(signUp('uninvited@lab.example'))
  })
})

t.test('a wrong command line exits with 2 and prints the usage', async t => {
  const settings = { DATA_DIR: temporaryFolder(t) }
  const senseless = [
    ['user', 'create'],
    ['user', 'create', 'not-an-address'],
    ['user', 'list', '--all'],
    ['user', 'disable', 'a@b.c', 'more'],
    ['nonsense'],
    []
  ]
  for (const args of senseless) {
    const { code, stdout, stderr } = await isobath(args, settings)
    t.equal(code, 2, args.join(' '))
    t.match(stdout + stderr, /Usage: isobath|is not an e-mail address/)
  }
  t.match(await isobathProcess(['nonsense'], settings), { code: 2, stderr: /Unknown command "nonsense"/ })
  t.match(await isobath(['--help'], settings), { code: 0, stdout: /reset-password EMAIL/ })
  t.match(await isobath(['user', 'create', '--help'], settings), { code: 0, stdout: /Usage: isobath user create EMAIL/ })
})

t.test('accounts of a foreign backend cannot be changed', async t => {
  const { code, stderr } = await isobath(['user', 'list'], { DATA_DIR: temporaryFolder(t), BACKEND_URL: 'http://127.0.0.1:9' })
  t.equal(code, 1)
  t.match(stderr, /BACKEND_URL/)
})
