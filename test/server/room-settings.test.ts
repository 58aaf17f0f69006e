import t from 'tap'
import { type ConfigError, readConfig } from '../../server/config.ts'

const roomOf = (env: Record<string, string>) => readConfig(env, { makeKeys: false }).room

t.test('reserved space is given as a size; by default 1 GiB stays free and there is no quota', async t => {
  t.same(roomOf({}), { minFreeBytes: 1024 ** 3, quotaBytes: null, quotaPerPersonBytes: null })
  t.same(roomOf({ MIN_FREE_SPACE: '0', STORAGE_QUOTA: '2 TiB', STORAGE_QUOTA_PER_PERSON: '1.5gb' }), {
    minFreeBytes: 0,
    quotaBytes: 2 * 1024 ** 4,
    quotaPerPersonBytes: 1.5e9
  })
  t.equal(roomOf({ STORAGE_QUOTA: '123456' }).quotaBytes, 123456)
})

t.test('an invalid size is refused by the name of the setting', async t => {
  for (const value of ['much', '-1', '1e9', '10 PB', '1,5 GB', '10%', '9'.repeat(20)]) {
    try {
      roomOf({ STORAGE_QUOTA: value })
      t.fail(`${value} was accepted`)
    } catch (error) {
      t.match((error as ConfigError).problems, [/^STORAGE_QUOTA must be a size such as 500 GB/], value)
    }
  }
})
