import { Administration } from '../../features/administration/administration.tsx'

/** State of the server, for administrators. */
export function Component() {
  return <Administration />
}
