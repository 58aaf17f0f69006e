import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { accountsApi, type ProfileEdit } from '../../../shared/contracts/accounts.ts'
import { avatarLimitBytes } from '../../../shared/limits.ts'
import { isOrcid } from '../../../shared/vocabulary/orcid.ts'
import { InvalidRequest, NotFound } from '../../lib/errors.ts'
import type { PicturePools } from '../media/picture-pools.ts'
import { type Viewer, viewerOf } from '../viewer.ts'
import { type AvatarRepository, toAvatar } from './avatars.ts'
import type { AccountRepository } from './repository.ts'

export interface ProfileRoutes {
  accounts: AccountRepository
  avatars: AvatarRepository
  pictures: PicturePools
  /** Whether one person may see another because they share a project. */
  maySee(viewer: Viewer, otherId: string): Promise<boolean>
}

/** Routes for the profile and avatar of the signed-in account. */
export const profileRoutes: FastifyPluginAsyncTypebox<ProfileRoutes> = async (app, { accounts, avatars, maySee, pictures }) => {
  app.addContentTypeParser(
    ['image/jpeg', 'image/png', 'image/webp'],
    { parseAs: 'buffer', bodyLimit: avatarLimitBytes },
    (_request, body, done) => done(null, body)
  )

  app.route({ ...accountsApi.me, handler: async request => accounts.get(viewerOf(request).accountId) })

  app.route({
    ...accountsApi.reviseProfile,
    handler: async request => accounts.revise(viewerOf(request).accountId, checkedEdit(request.body))
  })

  app.route({
    ...accountsApi.setAvatar,
    handler: async request => {
      const { accountId } = viewerOf(request)
      return avatars.set(accountId, await toAvatar(pictures, accountId, request.body as Buffer))
    }
  })

  app.route({ ...accountsApi.removeAvatar, handler: async request => avatars.remove(viewerOf(request).accountId) })

  app.route({
    ...accountsApi.avatar,
    handler: async (request, reply) => {
      const { accountId } = request.params
      const viewer = viewerOf(request)
      if (viewer.accountId !== accountId && !(await maySee(viewer, accountId))) throw new NotFound('The picture')
      const { webp, sha256 } = await avatars.get(accountId)
      const etag = `"${sha256}"`
      reply.header('etag', etag).header('cache-control', 'private, no-cache')
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      return reply.type('image/webp').send(Buffer.from(webp.buffer, webp.byteOffset, webp.byteLength))
    }
  })
}

/** Turns blank text into null, and checks the ORCID iD. @throws InvalidRequest for an invalid ORCID iD */
function checkedEdit(edit: ProfileEdit): ProfileEdit {
  if (edit.orcid && !isOrcid(edit.orcid)) {
    throw new InvalidRequest([{ path: '/orcid', message: 'is not a valid ORCID iD: its check digit is wrong' }])
  }
  return {
    ...edit,
    ...(edit.name !== undefined && { name: edit.name?.trim() || null }),
    ...(edit.affiliation !== undefined && { affiliation: edit.affiliation?.trim() || null })
  }
}
