import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

const version = 1
const ivBytes = 12
const tagBytes = 16
const headBytes = 1 + 4 + ivBytes

export interface Seal {
  /** Encrypts text with the first key. `open` requires the same `name`. */
  close(name: string, text: string): string
  /** Decrypts a value; null if its key is unknown, if it was modified, or if it was sealed under another name. */
  open(name: string, value: string): { text: string; withOldKey: boolean } | null
}

/**
 * Seals values with AES-256-GCM. A sealed value is the base64url of version (1 byte), key id (4), IV (12), ciphertext and tag (16). The tag
 * also authenticates the name and the version.
 * @param keys 32 bytes each; the first encrypts, all decrypt
 */
export function sealWith(keys: Buffer[]): Seal {
  const known = keys.map(key => ({ key, id: createHash('sha256').update(key).digest().subarray(0, 4) }))
  const first = known[0]
  if (!first || keys.some(key => key.length !== 32)) throw new Error('at least one key is required, and each must be 32 bytes long')
  const bound = (name: string) => Buffer.from(`${version}:${name}`)

  return {
    close(name, text) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', first.key, iv).setAAD(bound(name))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.from([version]), first.id, iv, body, cipher.getAuthTag()]).toString('base64url')
    },

    open(name, value) {
      const bytes = Buffer.from(value, 'base64url')
      if (bytes.length <= headBytes + tagBytes || bytes[0] !== version) return null
      const id = bytes.subarray(1, 5)
      const used = known.find(candidate => candidate.id.equals(id))
      if (!used) return null
      try {
        const decipher = createDecipheriv('aes-256-gcm', used.key, bytes.subarray(5, headBytes))
        decipher.setAAD(bound(name)).setAuthTag(bytes.subarray(-tagBytes))
        const text = decipher.update(bytes.subarray(headBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
        return { text, withOldKey: used !== first }
      } catch {
        return null
      }
    }
  }
}
