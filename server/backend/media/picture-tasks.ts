import { cutAvatar } from '../accounts/avatar-picture.ts'
import { cutPatch, type WantedPatch } from '../annotations/review/cut-patch.ts'
import { decodeWhole } from './damage.ts'
import { type ImageFacts, inspectImage } from './inspect.ts'
import { cutTiles, largeThumbnail } from './views.ts'

export type PictureTasks = typeof pictureTasks

/** All tasks that decode pictures. They run only in child processes, because pictures are untrusted input. */
export const pictureTasks = {
  inspect: ({ path, fileName }: { path: string; fileName: string }) => inspectImage(path, fileName),
  decode: ({ path, fileName, image }: { path: string; fileName: string; image: ImageFacts }) => decodeWhole(path, fileName, image),
  large: ({ path }: { path: string }) => largeThumbnail(path),
  tiles: ({ path, folder }: { path: string; folder: string }) => cutTiles(path, folder),
  patch: (wanted: WantedPatch) => cutPatch(wanted),
  avatar: ({ upload }: { upload: Buffer }) => cutAvatar(upload)
}
