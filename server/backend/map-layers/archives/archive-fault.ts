/** Fault of an archive of tiles. The message completes a sentence such as “The archive cannot be read: …”. */
export class ArchiveFault extends Error {}

/** Absence of an archive from the folder of the server. */
export class ArchiveMissing extends ArchiveFault {
  constructor() {
    super('it is no longer in the folder of the server')
  }
}
