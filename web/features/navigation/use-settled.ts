import { useEffect, useState } from 'react'

const settleMs = 350

/** A value when it has rested for a moment: the server is not asked at every key. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settleMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
