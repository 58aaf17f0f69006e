import { useSyncExternalStore } from 'react'
import { type AccountWork, accountWork, onAccountWork } from './account-work.ts'
import { nothingWaits, type OutboxStatus } from './outbox-status.ts'

/** Returns the work of the signed-in account; null until it is available. */
export const useAccountWork = (): AccountWork | null => useSyncExternalStore(onAccountWork, accountWork)

const silence = () => () => {}
const nothing = () => nothingWaits

export function useOutboxStatus(): OutboxStatus {
  const outbox = useAccountWork()?.outbox
  return useSyncExternalStore(outbox?.subscribe ?? silence, outbox?.status ?? nothing)
}
