import { createHash } from 'node:crypto'
import { type TProperties, Type } from 'typebox'
import type { CitedDataset, Raw } from './source.ts'
import { longestIdentifier, textOf } from './text.ts'

/** Schema of a query for a file or page at an address. The licence field is for files that state no licence. */
export const addressQuery = <Properties extends TProperties>(more: Properties) =>
  Type.Object(
    {
      address: Type.String({ title: 'Address', description: 'Begins with https://', format: 'uri', minLength: 8, maxLength: 2000 }),
      ...more,
      rights: Type.Optional(
        Type.String({ title: 'Licence', description: 'Licence of the records, such as CC BY 4.0, if you know it', maxLength: 200 })
      ),
      citation: Type.Optional(Type.String({ title: 'Citation', description: 'How the publisher wants to be cited', maxLength: 1000 }))
    },
    { additionalProperties: false }
  )

export const addressOf = ({ address }: Raw): string => String(address).trim()

/** Returns the host of a query's address as a list; empty when the address is invalid. */
export const hostsOf = (query: Raw): string[] => (URL.canParse(addressOf(query)) ? [new URL(addressOf(query)).host] : [])

export function addressFault(query: Raw): { path: string; message: string } | null {
  const address = addressOf(query)
  const isWeb = URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)
  return isWeb ? null : { path: '/query/address', message: 'is not an address that begins with https://' }
}

/**
 * Returns the dataset that contains all records of a query. The identifier is the address, or the hash of a long one. Licence and citation come
 * from the form. Title and link are public, so they omit the query string, which may contain a key.
 */
export function datasetOfQuery(query: Raw): CitedDataset {
  const address = addressOf(query)
  const isLong = address.length > longestIdentifier
  const externalId = isLong ? `sha256 ${createHash('sha256').update(address).digest('base64url')}` : address
  const { origin, pathname } = URL.canParse(address) ? new URL(address) : { origin: address, pathname: '' }
  const url = origin + pathname
  const [rights, citation] = [textOf(query.rights), textOf(query.citation)]
  return { externalId, title: rights || citation ? url : null, rights, citation, url }
}
