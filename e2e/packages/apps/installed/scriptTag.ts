/// <reference types="@slipway/loader/script" />

export function buy(): string {
  return (
    window.Slipway.open({ partnerId: 'shop', defaultAmount: '100' }).url || Slipway.open({ partnerId: 'shop' }).url
  );
}
