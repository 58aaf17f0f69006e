import { sendByTus } from '../../../api/tus-upload.ts'
import { alreadyHere, type Send } from './upload-item.ts'

/** Returns the prefix of the fingerprints of a project's images. The same file may go to two projects, and each upload belongs to one of them. */
export const mediaFingerprint = (projectId: string) => `isobath-${projectId}-`

/** Sends one image. Bytes sent before a pause, a lost connection or a reload are not sent again. */
export const sendMedia: Send = (file, { projectId, batch }, report) =>
  sendByTus(
    file,
    {
      fingerprint: mediaFingerprint(projectId) + [file.name, file.size, file.lastModified].join('-'),
      metadata: { projectId, batch, filename: file.name },
      itemHeader: 'Isobath-Media-Id',
      finalConflict: alreadyHere
    },
    report
  )
