import { type RunningUpload, sendByTus, type TusReport } from '../../../api/tus-upload.ts'

/** Returns the prefix of the fingerprints of the models that an account adds to a project. */
export const modelFingerprint = (accountId: string, projectId: string) => `isobath-model-${accountId}-${projectId}-`

/** Uploads a model. An interrupted upload resumes where it stopped. */
export const sendModel = (file: File, accountId: string, projectId: string, report: TusReport): RunningUpload =>
  sendByTus(
    file,
    {
      fingerprint: modelFingerprint(accountId, projectId) + [file.name, file.size, file.lastModified].join('-'),
      metadata: { projectId, filename: file.name, purpose: 'model' },
      itemHeader: 'Isobath-Model-Id'
    },
    report
  )
