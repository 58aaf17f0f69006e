import { createHash } from 'node:crypto'
import type { User } from '../../../shared/contracts/accounts.ts'
import { NotFound, NotSignedIn } from '../../lib/errors.ts'
import { type PicturePools, withinLimits } from '../media/picture-pools.ts'
import type { Database } from '../storage/database.ts'
import { toUser } from './repository.ts'

/** Converts an uploaded picture to a square WebP. @throws UnreadablePicture | CostlyPicture */
export async function toAvatar({ arrivals, limits }: PicturePools, accountId: string, upload: Buffer): Promise<Buffer> {
  const cut = arrivals.take(accountId, run => run('avatar', { upload }))
  return withinLimits(cut, 'This picture', limits)
}

export type AvatarRepository = ReturnType<typeof avatarRepository>

export function avatarRepository(db: Database) {
  async function change(accountId: string, webp: Buffer | null): Promise<User> {
    const sha256 = webp && createHash('sha256').update(webp).digest('hex')
    return db.transaction().execute(async trx => {
      const row = await trx
        .updateTable('account')
        .set(({ eb }) => ({ avatar_sha256: sha256, revision: eb('revision', '+', 1) }))
        .where('id', '=', accountId)
        .returningAll()
        .executeTakeFirst()
      if (!row) throw new NotSignedIn()
      if (webp) {
        await trx
          .insertInto('avatar')
          .values({ account_id: accountId, webp })
          .onConflict(conflict => conflict.column('account_id').doUpdateSet({ webp }))
          .execute()
      } else {
        await trx.deleteFrom('avatar').where('account_id', '=', accountId).execute()
      }
      return toUser(row)
    })
  }

  return {
    set: (accountId: string, webp: Buffer) => change(accountId, webp),
    remove: (accountId: string) => change(accountId, null),

    /** Reads the avatar of an account. @throws NotFound if the account has none */
    async get(accountId: string): Promise<{ webp: Uint8Array; sha256: string }> {
      const row = await db
        .selectFrom('avatar')
        .innerJoin('account', 'account.id', 'avatar.account_id')
        .select(['avatar.webp', 'account.avatar_sha256 as sha256'])
        .where('avatar.account_id', '=', accountId)
        .executeTakeFirst()
      if (!row?.sha256) throw new NotFound('The picture')
      return { webp: row.webp, sha256: row.sha256 }
    }
  }
}
