import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { User } from '../../../shared/contracts/accounts.ts'
import { NotFound, NotSignedIn } from '../../lib/errors.ts'
import type { Database } from '../storage/database.ts'
import { UnreadablePicture } from './errors.ts'
import { toUser } from './repository.ts'

export const avatarSizePx = 256
/** A photograph of 50 megapixels decodes to 150 MB; more is no portrait. */
const pixelLimit = 50_000_000
const readable = new Set(['jpeg', 'png', 'webp'])

/**
 * Makes a square WebP of a picture that someone uploaded, upright and without its metadata (a portrait may carry the
 * position of a home).
 * @throws UnreadablePicture
 */
export async function toAvatar(upload: Buffer): Promise<Buffer> {
  try {
    const image = sharp(upload, { limitInputPixels: pixelLimit, failOn: 'error' })
    const { format } = await image.metadata()
    if (!format || !readable.has(format)) throw new Error(`it is ${format ?? 'something else'}, not JPEG, PNG or WebP`)
    return await image
      .autoOrient()
      .resize(avatarSizePx, avatarSizePx, { fit: 'cover', position: 'attention' })
      .webp({ quality: 82 })
      .toBuffer()
  } catch (error) {
    throw new UnreadablePicture((error as Error).message.split('\n')[0]?.slice(0, 200), { cause: error })
  }
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

    /** @throws NotFound when there is none */
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
