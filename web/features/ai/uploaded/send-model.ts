import { type RunningUpload, sendByTus, type TusReport } from '../../../api/tus-upload.ts'

/** Start of the fingerprints of the models of a project. */
export const modelFingerprint = (projectId: string) => `isobath-model-${projectId}-`

/** Uploads a model. An interrupted upload resumes where it stopped. */
export const sendModel = (file: File, projectId: string, report: TusReport): RunningUpload =>
  sendByTus(
    file,
    {
      fingerprint: modelFingerprint(projectId) + [file.name, file.size, file.lastModified].join('-'),
      metadata: { projectId, filename: file.name, purpose: 'model' },
      itemHeader: 'Isobath-Model-Id'
    },
    report
  )
