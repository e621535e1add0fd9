import { test } from '../oneTab.ts';
import { expect } from '../world.ts';

test('Edit asks which amount an ambiguous input means, and refuses invalid input', async ({ page }) => {
  await page.goto('/edit?defaultSendCurrency=EUR&defaultGetCurrency=ETH');
  const pay = page.getByRole('textbox', { name: 'You pay' });
  const next = page.getByRole('button', { name: 'Continue' });
  await expect(next).toBeEnabled();

  await pay.fill('1.000');
  await pay.blur();
  await expect(page.getByRole('alert')).toContainText('Did you mean 1,000.00\u00a0EUR or 1.00\u00a0EUR?');
  await expect(next).toBeDisabled();
  // Neither focusing the other field nor typing its amount again makes the ambiguous amount valid.
  const get = page.getByRole('textbox', { name: /You get/ });
  await get.click();
  await get.blur();
  await expect(next).toBeDisabled();
  await get.fill(await get.inputValue());
  await get.blur();
  await expect(pay).toHaveValue('1.000');
  await expect(next).toBeDisabled();
  await page.getByRole('button', { name: '1,000.00' }).click();
  await expect(pay).toHaveValue('1,000.00');
  await expect(next).toBeEnabled();

  for (const refused of ['1e3', '½', '12 34', '100 USD']) {
    await pay.fill(refused);
    await pay.blur();
    await expect(page.getByRole('alert')).toContainText('Enter the amount in digits only, such as 250.50.');
    await expect(pay).toHaveValue(refused);
    await expect(next).toBeDisabled();
  }
  await pay.fill('-50');
  await pay.blur();
  await expect(page.getByRole('alert')).toContainText('Enter an amount above zero.');

  for (const written of ['1,250', '1,250.00 EUR', '€1,250', '١٬٢٥٠٫٠٠']) {
    await pay.fill(written);
    await pay.blur();
    await expect(pay).toHaveValue('1,250.00');
  }
  await expect(next).toBeEnabled();
});
