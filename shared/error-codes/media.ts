import { metadataCsvLimitBytes } from '../limits.ts'
import { coded } from './coded-problem.ts'

export const mediaCodes = coded({
  ANSWERED_MEANWHILE: {
    status: 409,
    sentence:
      'Another member has set the clock of these images in the meantime: check the capture times, and correct the setting if it is wrong'
  },
  MEDIA_NOT_READY: { status: 404, sentence: '%s of %s is not ready yet: try again in a moment' },
  ORIGINAL_WITHHELD: {
    status: 403,
    sentence:
      'The original file of %s may contain its exact position, which is withheld from you: view the image here, or ask an owner of the project'
  },
  ALREADY_IN_PROJECT: { status: 409, sentence: '%s is already in this project as %s, so it was not added again' },
  METADATA_TABLE_TOO_LARGE: {
    status: 413,
    sentence: `A metadata table can be up to ${metadataCsvLimitBytes / 1024 ** 2} MiB in size: attach it in parts`
  },
  OVERGROWN_PICTURE: { status: 422, sentence: '%s contains %s: save the image again without this extra data, then add it' },
  NOT_AN_IMAGE: { status: 415, sentence: '%s is %s: only JPEG, PNG, TIFF and WebP images can be added' },
  EMPTY_FILE: { status: 422, sentence: '%s is empty (0 bytes): check the original file' },
  BROKEN_IMAGE: {
    status: 422,
    sentence: '%s cannot be read completely: it is truncated or damaged. Copy it from the camera again and retry'
  },
  TOO_MANY_PIXELS: { status: 413, sentence: '%s has %s megapixels: images of up to %s megapixels can be added' },
  COSTLY_PICTURE: { status: 422, sentence: '%s' },
  STORAGE_QUOTA_REACHED: {
    status: 413,
    sentence: '%s does not fit: this server can hold %s of images and models, and %s is left. Ask the operator for more space'
  },
  OWN_QUOTA_REACHED: {
    status: 413,
    sentence:
      '%s does not fit: you can store %s of images and models, and %s is left. Ask the operator for more space, or delete images or models: their space is freed after 30 days'
  },
  UPLOAD_TOO_LARGE: { status: 413, sentence: 'A file can be up to 4 GiB in size' },
  UPLOAD_PROTOCOL: { status: 400, sentence: 'The upload was not accepted: %s' }
})
